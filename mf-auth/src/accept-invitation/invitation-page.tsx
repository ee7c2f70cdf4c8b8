import { useLingui } from '@lingui/react/macro'
import { Avatar, Stack, Waiting } from 'kit'
import type { ReactNode } from 'react'
import { MarkedPage } from '../marked-page.tsx'

interface Props {
  /** Only if the invitation is open. */
  organizationName?: string | undefined
  children: ReactNode
}

export function InvitationPage({ organizationName, children }: Props) {
  const { t } = useLingui()
  // Without the logo: the server does not send it to people who only have the link.
  const head = organizationName && {
    heading: t`Join ${organizationName}`,
    mark: <Avatar user={{ name: organizationName }} size={64} isSquare />,
  }
  return (
    <MarkedPage title={t`Invitation`} {...head}>
      <Stack>{children}</Stack>
    </MarkedPage>
  )
}

export const InvitationWaiting = () => (
  <InvitationPage>
    <Waiting />
  </InvitationPage>
)
