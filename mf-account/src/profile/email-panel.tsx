import { useLingui } from '@lingui/react/macro'
import {
  type AccountPlaceProps,
  Badge,
  emailOf,
  Group,
  Toast,
  Panel,
  Text,
  TextLink,
  type User,
  useSearchParams,
  Waiting,
} from 'kit'
import { useState } from 'react'
import { OtherDevices } from '../sessions/other-devices.tsx'
import { AnnouncedEmail } from './announced-email.tsx'
import { EmailForm } from './email-form.tsx'
import { PendingEmail } from './pending-email.tsx'
import { usePendingEmailChange } from './pending-email-change.ts'

export function EmailPanel({ user, session }: AccountPlaceProps) {
  const { t } = useLingui()
  const { email } = user
  const [response, reload] = usePendingEmailChange(user)
  const [isCancelled, setCancelled] = useState(false)
  const [before] = useState(email)
  // In the URL to which the emailed link returns.
  const hasChanged = useSearchParams()[0].has('changed') || email !== before
  const pending = response?.data
  return (
    <Panel title={t`Email`} description={t`For signing in, invitations and security notices.`} titlePlace="beside">
      <ul className="kit-rows">
        <PresentEmail user={user} />
        <AnnouncedEmail />
        {pending && (
          <PendingEmail
            key={pending.linkSentTo}
            pending={pending}
            onResent={reload}
            onCancelled={() => {
              setCancelled(true)
              reload()
            }}
          />
        )}
      </ul>
      <OtherDevices session={session} isOffered={hasChanged} />
      <Toast>{!pending && isCancelled && t`Change canceled. The link in the email no longer works.`}</Toast>
      {!response ? <Waiting /> : !pending && <EmailForm key={email} user={user} onAsked={reload} />}
    </Panel>
  )
}

function PresentEmail({ user: { email, emailVerified } }: { user: User }) {
  const { t } = useLingui()
  if (!emailOf({ email })) {
    return (
      <li>
        <Text>{t`Add your email, so we can reach you and you can reset your password.`}</Text>
      </li>
    )
  }
  return (
    <li>
      <Group gap="xs" aria-live="polite">
        <Text className="kit-name kit-truncate" title={email}>
          {email}
        </Text>
        <Badge color={emailVerified ? 'green' : 'yellow'}>{emailVerified ? t`Verified` : t`Not verified`}</Badge>
      </Group>
      {!emailVerified && (
        <TextLink size="sm" to="/verify-email?redirectTo=%2Faccount%2Fprofile">{t`Verify email`}</TextLink>
      )}
    </li>
  )
}
