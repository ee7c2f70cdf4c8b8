import { useLingui } from '@lingui/react/macro'
import { Avatar, initialsOf, Popover, type User, Waiting } from 'kit'
import { type ComponentType, useState } from 'react'

/** Who is signed in. What the menu offers is fetched when it is opened. */
export function UserMenu({ user }: { user: User }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const [Content, setContent] = useState<ComponentType>()
  const onToggle = (isOpening: boolean) => {
    setOpen(isOpening)
    if (isOpening && !Content) {
      import('./user-menu-content.tsx').then((module) => setContent(() => module.UserMenuContent), reportError)
    }
  }
  return (
    <Popover
      label={user.image ? <Avatar user={user} size={24} /> : initialsOf(user.name)}
      purpose={t`Your account: ${user.name}`}
      size="sm"
      radius="xl"
      px="sm"
      onToggle={onToggle}
    >
      {isOpen && (Content ? <Content /> : <Waiting lines={6} />)}
    </Popover>
  )
}
