import { useLingui } from '@lingui/react/macro'
import { Avatar, Popover, type User, useLazyComponent } from 'kit'
import { initialsOf } from 'kit/shell'
import { useState } from 'react'

export function UserMenu({ user }: { user: User }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { Component: Content, fallback } = useLazyComponent(isOpen, async () =>
    (await import('./user-menu-content.tsx')).loadUserMenu(),
  )
  return (
    <Popover
      label={user.image ? <Avatar user={user} size={24} /> : initialsOf(user.name)}
      purpose={t`Your account: ${user.name}`}
      size="sm"
      radius="xl"
      px="sm"
      onToggle={setOpen}
    >
      {isOpen && (Content ? <Content /> : fallback)}
    </Popover>
  )
}
