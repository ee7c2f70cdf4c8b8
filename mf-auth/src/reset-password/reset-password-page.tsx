import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton, Page, Panel, Stack, Text, useLocation, useSearchParams } from 'kit'
import { useState } from 'react'
import { mailedToken } from '../mailed-token.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'

/** Opened by the mailed link, which brings a token, or `?error=` when the link was used or is too old. */
export function ResetPasswordPage() {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const [end, setEnd] = useState<'done' | 'dead'>()
  const token = search.has('error') || end === 'dead' ? undefined : mailedToken(pathname)
  return (
    <Page title={t`Choose a new password`} width="narrow">
      <Panel>
        {end === 'done' ? (
          <Done />
        ) : token ? (
          <ResetPasswordForm token={token} onDone={() => setEnd('done')} onDeadLink={() => setEnd('dead')} />
        ) : (
          <DeadLink />
        )}
      </Panel>
    </Page>
  )
}

function Done() {
  return (
    <Stack>
      <Text>
        <Trans>Your password is changed, and all devices are signed out. Sign in with the new password.</Trans>
      </Text>
      <LinkButton to="/sign-in">
        <Trans>Sign in</Trans>
      </LinkButton>
    </Stack>
  )
}

function DeadLink() {
  return (
    <Stack>
      <Text>
        <Trans>This link has expired or was used already. Ask for a new one.</Trans>
      </Text>
      <LinkButton to="/forgot-password">
        <Trans>Send a new link</Trans>
      </LinkButton>
    </Stack>
  )
}
