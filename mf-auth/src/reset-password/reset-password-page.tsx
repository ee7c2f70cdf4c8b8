import { Trans, useLingui } from '@lingui/react/macro'
import {
  LinkButton,
  PanelPage,
  redirectTarget,
  Stack,
  Text,
  useLocation,
  useSearchParams,
  withRedirectTarget,
} from 'kit'
import { useState } from 'react'
import { useEmailedToken } from '../emailed-token.ts'
import { ResetPasswordForm } from './reset-password-form.tsx'

/** The emailed link contains a token, or `?error=` if it was used or has expired. */
export function ResetPasswordPage() {
  const { t } = useLingui()
  const [search] = useSearchParams()
  const [end, setEnd] = useState<'done' | 'dead'>()
  const isDead = search.has('error') || end === 'dead'
  const token = useEmailedToken()
  return (
    <PanelPage title={t`Choose a new password`}>
      {end === 'done' ? (
        <Done />
      ) : isDead ? (
        <DeadLink />
      ) : token ? (
        <ResetPasswordForm token={token} onDone={() => setEnd('done')} onDeadLink={() => setEnd('dead')} />
      ) : (
        <ForgottenLink />
      )}
    </PanelPage>
  )
}

function Done() {
  return (
    <Stack>
      <Text>
        <Trans>Your password is changed, and all devices are signed out. Sign in with the new password.</Trans>
      </Text>
      <LinkButton to={`/sign-in${useLocation().search}`}>
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
      <LinkButton to={withRedirectTarget('/forgot-password', redirectTarget(useLocation().search))}>
        <Trans>Send a new link</Trans>
      </LinkButton>
    </Stack>
  )
}

/** After a reload, the token is gone, but the emailed link may still work. */
function ForgottenLink() {
  return (
    <Stack>
      <Text>
        <Trans>
          Open the link in our mail to choose a new password. If you have done so and reloaded this page, open it once
          more: for your safety, the page does not keep it.
        </Trans>
      </Text>
      <LinkButton to="/forgot-password" variant="default">
        <Trans>Send a new link</Trans>
      </LinkButton>
    </Stack>
  )
}
