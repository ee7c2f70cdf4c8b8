import { useLingui } from '@lingui/react/macro'
import { Page, Tabs, useSession, type Session, type User } from 'kit'
import type { ReactNode } from 'react'

interface AccountPageProps {
  title: string
  description?: string
  children: (active: { user: User; session: Session }) => ReactNode
}

/** Frame of the account's screens; the shell's gate lets only signed-in users here. */
export function AccountPage({ title, description, children }: AccountPageProps) {
  const { t } = useLingui()
  const state = useSession()
  return (
    <Page title={title} description={description}>
      <Tabs
        label={t`Parts of the account`}
        items={[
          { to: '/account/profile', text: t`Profile` },
          { to: '/account/security', text: t`Security` },
          { to: '/account/sessions', text: t`Sessions` },
        ]}
      />
      {state.status === 'signed-in' && children(state)}
    </Page>
  )
}
