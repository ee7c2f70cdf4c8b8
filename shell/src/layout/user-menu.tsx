import { useLingui } from '@lingui/react/macro'
import { Avatar, Popover, type User, useLazyComponent } from 'kit'
import { useState } from 'react'
import { addOnDemandTexts } from '../on-demand-texts.ts'

/** Its code and data are loaded when the pointer or the focus comes near. */
export function UserMenu({ user }: { user: User }) {
  const { t } = useLingui()
  const [isNear, setNear] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const isWanted = isNear || isOpen
  const { Component: Content, fallback } = useLazyComponent(isWanted, async () => {
    const [{ UserMenuContent }] = await Promise.all([
      import(/* webpackChunkName: "on-demand" */ './user-menu-content.tsx'),
      addOnDemandTexts(),
    ])
    return UserMenuContent
  })
  const near = () => setNear(true)
  const far = () => setNear(false)
  return (
    <span className="kit-contents" onPointerEnter={near} onPointerLeave={far} onFocus={near} onBlur={far}>
      <Popover label={<Avatar user={user} />} purpose={t`Your account: ${user.name}`} px={0} onToggle={setOpen}>
        {isWanted && (Content ? <Content user={user} /> : fallback)}
      </Popover>
    </span>
  )
}
