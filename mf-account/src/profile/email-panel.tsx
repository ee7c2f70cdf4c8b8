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
  EmailField,
  Form,
  refreshSession,
  startCooldown,
  SubmitButton,
  useForm,
  useStepUp,
  trimAddress,
} from 'kit'
import { useState } from 'react'
import { emailTexts } from '../account-texts.ts'
import { OtherDevices } from '../sessions/other-devices.tsx'
import { AnnouncedEmail } from './announced-email.tsx'
import { PendingEmail } from './pending-email.tsx'
import { usePendingEmailChange, requestEmailChange, MAIL_PAUSE_S, pauseOf } from './pending-email-change.ts'

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

/** Changes an unverified email usually at once, a verified one through an emailed link. */
function EmailForm({ user: { email, emailVerified }, onAsked }: { user: User; onAsked: () => void }) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  const form = useForm({
    initial: { newEmail: '' },
    texts: emailTexts,
    validate: ({ newEmail }) => ({ newEmail: !trimAddress(newEmail) && 'EMAIL_MISSING' }),
    fieldOf: {
      VALIDATION_ERROR: 'newEmail',
      INVALID_EMAIL: 'newEmail',
      EMAIL_IS_THE_SAME: 'newEmail',
      COULDNT_UPDATE_YOUR_EMAIL: 'newEmail',
    },
    submit: async ({ newEmail }) => {
      const error = await freshly(() => requestEmailChange(trimAddress(newEmail)))
      if (error) return error
      startCooldown(pauseOf(emailVerified ? email : trimAddress(newEmail).toLowerCase()), MAIL_PAUSE_S)
      onAsked()
      await refreshSession()
      return null
    },
  })
  return (
    <>
      <Form form={form}>
        <EmailField {...form.field('newEmail')} label={t`New email`} />
        <div className="kit-foot">
          <SubmitButton variant={form.values.newEmail ? 'filled' : 'default'}>{t`Change email`}</SubmitButton>
        </div>
      </Form>
      {stepUp}
    </>
  )
}
