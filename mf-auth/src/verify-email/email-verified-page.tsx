import { useLingui } from '@lingui/react/macro'
import {
  authClient,
  LinkButton,
  Page,
  Panel,
  redirectTarget,
  request,
  sessionChanged,
  Stack,
  Text,
  useErrorText,
  useLocation,
  useRequest,
  useSession,
  Waiting,
} from 'kit'
import { useEffect } from 'react'
import { ProveForm } from './prove-form.tsx'

/** The mailed link ends here, with `?error=` when it could not verify the address. Other tabs hear of it and go on. */
export function EmailVerifiedPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  const session = useSession()
  const errorText = useErrorText()
  const code = new URLSearchParams(search).get('error')
  useEffect(() => {
    void sessionChanged()
  }, [])

  const [asked] = useRequest(code ? null : 'address-to-prove', () => request(() => authClient.GET('/address-to-prove')))

  if (!code) {
    const email = asked?.data?.email
    return (
      <Page title={t`Your e-mail address is verified`} width="narrow">
        <Panel>
          {!asked && <Waiting />}
          {asked && email && <ProveForm email={email} />}
          {asked && !email && <LinkButton to={redirectTarget(search)}>{t`Continue`}</LinkButton>}
        </Panel>
      </Page>
    )
  }
  return (
    <Page title={t`The address was not verified`} width="narrow">
      <Panel>
        <Stack>
          <Text>{errorText({ code })}</Text>
          {session.status === 'signed-in' ? (
            <LinkButton to={`/verify-email${search}`}>{t`Send a new mail`}</LinkButton>
          ) : (
            <LinkButton to="/sign-in">{t`Sign in`}</LinkButton>
          )}
        </Stack>
      </Panel>
    </Page>
  )
}
