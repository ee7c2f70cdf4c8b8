import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { LinkButton, Page, Panel, redirectTarget, sessionChanged, Stack, Text, useLocation, useSession } from 'kit'
import { useEffect } from 'react'

// The codes of the redirect (spec section 8); each link state has one next step.
const failures = {
  token_expired: msg`This link has expired. Ask for a new mail.`,
  invalid_token: msg`This link is not whole. Open it again from the mail, or ask for a new one.`,
  user_not_found: msg`There is no account with this address any more.`,
  unauthorized: msg`Sign in to the account whose address you want to change, then open the link again.`,
}

/** The mailed link ends here, with `?error=` when it could not verify the address. Other tabs hear of it and go on. */
export function EmailVerifiedPage() {
  const { t } = useLingui()
  const { search } = useLocation()
  const session = useSession()
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
  const text = Object.entries(failures).find(([known]) => known === code)?.[1]
  return (
    <Page title={t`The address was not verified`} width="narrow">
      <Panel>
        <Stack>
          <Text>
            {text ? t(text) : t`Something went wrong. If it keeps happening, tell the support this code: ${code}`}
          </Text>
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
