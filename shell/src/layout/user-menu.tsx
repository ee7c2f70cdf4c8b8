import { useLingui } from '@lingui/react/macro'
import { Avatar, Popover, type User, useLazyComponent } from 'kit'
import { useState } from 'react'
import { addOnDemandTexts } from '../on-demand-texts.ts'

export function UserMenu({ user }: { user: User }) {
  const { t } = useLingui()
  const [isOpen, setOpen] = useState(false)
  const { Component: Content, fallback } = useLazyComponent(isOpen, async () => {
    const [{ UserMenuContent }] = await Promise.all([import('./user-menu-content.tsx'), addOnDemandTexts()])
    return UserMenuContent
  })
  return (
    <Popover label={<Avatar user={user} />} purpose={t`Your account: ${user.name}`} px={0} onToggle={setOpen}>
      {isOpen && (Content ? <Content /> : fallback)}
    </Popover>
  )
}
