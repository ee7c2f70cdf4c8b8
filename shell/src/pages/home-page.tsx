import { useLingui } from '@lingui/react/macro'
import { LinkButton, Page, PanelPage, useLazyComponent, useSession } from 'kit'
import { SIGN_IN_PATH } from 'contract/version-lock.ts'
import { fetchStartContent } from '../layout/fetch-signed-in.ts'
import { PageWaiting } from '../page-waiting.tsx'
import { SessionFailed } from '../session-gate.tsx'

export function HomePage() {
  const { t } = useLingui()
  const session = useSession()
  const { Component: StartContent, fallback } = useLazyComponent(session.status === 'signed-in', fetchStartContent)
  if (session.status === 'loading') return <PageWaiting />
  if (session.status === 'failed') return <SessionFailed code={session.error.code} />
  if (session.status === 'signed-out') {
    return (
      <PanelPage
        title={t`Your account and organizations`}
        description={t`Sign in to manage your account and your organizations.`}
      >
        <LinkButton to={SIGN_IN_PATH}>{t`Sign in`}</LinkButton>
      </PanelPage>
    )
  }
  const [name] = session.user.name.trim().split(/\s+/)
  return (
    <Page title={t`Welcome, ${name}`} width="medium">
      {StartContent ? <StartContent user={session.user} /> : fallback}
    </Page>
  )
}
