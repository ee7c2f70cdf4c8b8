import { Trans, useLingui } from '@lingui/react/macro'
import { LinkButton, Page, PanelPage, Text, useLazyComponent, useSession } from 'kit'
import { SIGN_IN_PATH } from 'contract/version-lock.ts'
import { fetchStartLinks } from '../layout/fetch-signed-in.ts'
import { PageWaiting } from '../page-waiting.tsx'
import { SessionFailed } from '../session-gate.tsx'

export function HomePage() {
  const { t } = useLingui()
  const session = useSession()
  const { Component: StartLinks, fallback } = useLazyComponent(session.status === 'signed-in', fetchStartLinks)
  if (session.status === 'loading') return <PageWaiting />
  if (session.status === 'failed') return <SessionFailed code={session.error.code} />
  if (session.status === 'signed-out') {
    return (
      <PanelPage title={t`Your account, your organizations`}>
        <Text>
          <Trans>Sign in to manage your account and to work with your organizations.</Trans>
        </Text>
        <LinkButton to={SIGN_IN_PATH}>
          <Trans>Sign in</Trans>
        </LinkButton>
      </PanelPage>
    )
  }
  const { name } = session.user
  return (
    <Page title={t`Welcome, ${name}`} description={<Trans>Where would you like to go?</Trans>}>
      {StartLinks ? <StartLinks user={session.user} /> : fallback}
    </Page>
  )
}
