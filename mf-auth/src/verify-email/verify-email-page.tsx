import { Trans, useLingui } from '@lingui/react/macro'
import { authClient, Navigate, Page, Panel, redirectTarget, request, Stack, Text, useLocation, useSession } from 'kit'
import { ResendButton } from '../resend-button.tsx'
import { verifiedUrl } from '../return-url.ts'

/** Asks a signed-in user to verify the address; goes on by itself when the mailed link was opened in another tab. */
export function VerifyEmailPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  const session = useSession()
  if (session.status !== 'signed-in') return null
  const { email, emailVerified } = session.user
  const target = redirectTarget(search)
  if (emailVerified) return <Navigate to={target} replace />

  const resend = async () => {
    const body = { email, callbackURL: verifiedUrl(target) }
    const { error } = await request(() => authClient.POST('/send-verification-email', { body }))
    return error
  }
  return (
    <Page title={t`Verify your e-mail address`} width="narrow">
      <Panel>
        <Stack>
          <Text>
            <Trans>
              Open the link in the mail to <strong>{email}</strong>. This page goes on by itself afterwards.
            </Trans>
          </Text>
          <ResendButton subject={`verification ${email}`} send={resend} />
        </Stack>
      </Panel>
    </Page>
  )
}
