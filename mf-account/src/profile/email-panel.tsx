import { Trans, useLingui } from '@lingui/react/macro'
import { Notice, Panel, Text, TextLink, type User, Waiting } from 'kit'
import { useState } from 'react'
import { isPlaceholder } from '../is-placeholder.ts'
import { EmailForm } from './email-form.tsx'
import { PendingEmailActions } from './pending-email-actions.tsx'
import { usePendingEmailChange } from './pending-email-change.ts'

export function EmailPanel({ user }: { user: User }) {
  const { t } = useLingui()
  const { email } = user
  const [response, reload] = usePendingEmailChange(user)
  const [isCancelled, setCancelled] = useState(false)
  const pending = response?.data
  const newEmail = pending?.newEmail
  return (
    <Panel title={t`Email`} titlePlace="beside">
      <PresentAddress user={user} />
      <Notice>
        {!pending ? (
          isCancelled && <Trans>Change canceled. The link in the email no longer works.</Trans>
        ) : pending.linkSentTo === newEmail ? (
          <Trans>
            One step is left: open the link in the mail to <strong>{newEmail}</strong>. Until then your address stays{' '}
            <strong>{email}</strong>.
          </Trans>
        ) : (
          <Trans>
            We have sent a mail to {email}. Open the link in it where you are signed in, to change your address to{' '}
            <strong>{newEmail}</strong>. A second mail then goes to the new address.
          </Trans>
        )}
      </Notice>
      {!response ? (
        <Waiting />
      ) : pending ? (
        <PendingEmailActions
          key={pending.linkSentTo}
          pending={pending}
          onResent={reload}
          onCancelled={() => {
            setCancelled(true)
            return reload()
          }}
        />
      ) : (
        <EmailForm key={email} user={user} onAsked={reload} />
      )}
    </Panel>
  )
}

function PresentAddress({ user: { email, emailVerified } }: { user: User }) {
  if (isPlaceholder(email)) {
    return (
      <Text>
        <Trans>Add your email, so we can reach you and you can reset your password.</Trans>
      </Text>
    )
  }
  return (
    <Text aria-live="polite">
      {emailVerified ? (
        <strong>{email}</strong>
      ) : (
        <Trans>
          <strong>{email}</strong> is not verified yet.{' '}
          <TextLink to="/verify-email?redirectTo=%2Faccount%2Fprofile">Verify it</TextLink>
        </Trans>
      )}
    </Text>
  )
}
