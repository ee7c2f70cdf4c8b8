import { useLingui } from '@lingui/react/macro'
import LogOut from 'lucide-react/icons/log-out'
import { ActionButton, Avatar, emailOf, type Session, VisuallyHidden } from 'kit'
import type { BrowserAccount } from '../browser-accounts.ts'
import { MenuRow } from './menu-row.tsx'

interface OtherAccountsProps {
  accounts: readonly BrowserAccount[]
  onSwitch: (session: Session) => Promise<void>
  onSignOut: (session: Session) => Promise<void>
}

export function OtherAccounts({ accounts, onSwitch, onSignOut }: OtherAccountsProps) {
  const { t } = useLingui()
  if (accounts.length === 0) return null
  return (
    <>
      <div className="kit-menu-label">{t`Other accounts`}</div>
      <ul className="shell-menu-list shell-accounts" aria-label={t`Other accounts`}>
        {accounts.map(({ session, user }) => (
          <li key={session.id}>
            <MenuRow
              mark={<Avatar user={user} size={24} />}
              more={emailOf(user) ?? undefined}
              onAct={() => onSwitch(session)}
            >
              <VisuallyHidden>{t`Switch to`} </VisuallyHidden>
              <strong>{user.name}</strong>
            </MenuRow>
            <ActionButton
              variant="subtle"
              size="sm"
              px="xs"
              onAct={() => onSignOut(session)}
              aria-label={t`Sign out ${{ email: emailOf(user) ?? user.name }}`}
            >
              <LogOut size={16} />
            </ActionButton>
          </li>
        ))}
      </ul>
    </>
  )
}
