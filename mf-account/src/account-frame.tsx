import { useLingui } from '@lingui/react/macro'
import {
  Avatar,
  emailOf,
  Page,
  SectionHead,
  Tabs,
  Text,
  usePlaces,
  useSession,
  Waiting,
  type Session,
  type User,
} from 'kit'
import History from 'lucide-react/icons/history'
import KeyRound from 'lucide-react/icons/key-round'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Shield from 'lucide-react/icons/shield'
import UserRound from 'lucide-react/icons/user-round'
import type { ReactNode } from 'react'

const icons: Partial<Record<string, ReactNode>> = {
  profile: <UserRound size={16} aria-hidden />,
  security: <Shield size={16} aria-hidden />,
  activity: <History size={16} aria-hidden />,
  keys: <KeyRound size={16} aria-hidden />,
  sessions: <MonitorSmartphone size={16} aria-hidden />,
}

interface AccountFrameProps {
  title: string
  /** Our own sections begin with their heading, because it may have an action. */
  hasOwnHead?: boolean
  children: (active: { user: User; session: Session }) => ReactNode
}

export function AccountFrame({ title, hasOwnHead = false, children }: AccountFrameProps) {
  const { t } = useLingui()
  const sections = useSections()
  const state = useSession()
  if (!sections) return <Waiting lines={4} /> // the tabs would push the content down when they arrive
  if (state.status !== 'signed-in') return null
  const { user } = state
  return (
    <Page
      title={title}
      heading={user.name}
      description={
        emailOf(user) && (
          <Text span truncate display="block" title={user.email}>
            {user.email}
          </Text>
        )
      }
      mark={<Avatar user={user} size={40} />}
    >
      <Tabs
        label={t`Account`}
        items={sections.map(({ name, label }) => ({ to: `/account/${name}`, text: label, icon: icons[name] }))}
      >
        {!hasOwnHead && <SectionHead title={title} />}
        {children(state)}
      </Tabs>
    </Page>
  )
}

/** Null until known. Sections for everyone are included before the user's roles are known. */
export function useSections() {
  const everybodys = usePlaces('account-section', [])
  return usePlaces('account-section') ?? everybodys
}
