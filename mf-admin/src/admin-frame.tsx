import { useLingui } from '@lingui/react/macro'
import { Page, Stack, Tabs } from 'kit'
import Building2 from 'lucide-react/icons/building-2'
import Mail from 'lucide-react/icons/mail'
import UsersRound from 'lucide-react/icons/users-round'
import type { ComponentProps } from 'react'

/** A page of the administration. Its heading is that of the person or organization that it is about. */
export function AdminFrame({ children, heading, ...head }: ComponentProps<typeof Page>) {
  const { t } = useLingui()
  const items = [
    { to: '/admin/people', text: t`People`, icon: <UsersRound size={16} aria-hidden /> },
    { to: '/admin/organizations', text: t`Organizations`, icon: <Building2 size={16} aria-hidden /> },
    { to: '/admin/emails', text: t`Emails`, icon: <Mail size={16} aria-hidden /> },
  ]
  return (
    <Page heading={heading ?? t`Administration`} {...head}>
      <Tabs label={t`Administration`} items={items}>
        <Stack gap="lg">{children}</Stack>
      </Tabs>
    </Page>
  )
}
