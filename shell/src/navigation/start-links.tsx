import { useLingui } from '@lingui/react/macro'
import type { User } from 'kit'
import { ConfirmEmail } from './confirm-email.tsx'
import { StartCards } from './start-cards.tsx'
import { ItemGroups } from './item-groups.tsx'
import { useItems } from './use-items.ts'

export function StartLinks({ user }: { user: User }) {
  const { t } = useLingui()
  const items = useItems()?.filter(({ inMenu }) => inMenu)
  return (
    <>
      {!user.emailVerified && <ConfirmEmail user={user} />}
      {items && <StartCards user={user} />}
      <nav aria-label={t`Start`}>
        {items && (
          <ItemGroups
            items={items}
            current={undefined}
            className="shell-start"
            linkClassName="kit-panel shell-start-link"
          />
        )}
      </nav>
    </>
  )
}
