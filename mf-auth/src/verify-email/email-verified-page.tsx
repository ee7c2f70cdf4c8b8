import { useLingui } from '@lingui/react/macro'
import {
  LinkButton,
  Page,
  Panel,
  redirectTarget,
  sessionChanged,
  Stack,
  Text,
  useErrorText,
  useLocation,
  useSession,
} from 'kit'
import { useEffect } from 'react'

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

  if (!code) {
    return (
      <Page title={t`Your e-mail address is verified`} width="narrow">
        <Panel>
          <LinkButton to={redirectTarget(search)}>{t`Continue`}</LinkButton>
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
