import { Trans, useLingui } from '@lingui/react/macro'
import { ActionButton, Group, Person, type Session } from 'kit'
import type { BrowserAccount } from '../browser-accounts.ts'

interface OtherAccountsProps {
  accounts: readonly BrowserAccount[]
  onSwitch: (session: Session) => Promise<void>
  onSignOut: (session: Session) => Promise<void>
}

export function OtherAccounts({ accounts, onSwitch, onSignOut }: OtherAccountsProps) {
  const { t } = useLingui()
  if (accounts.length === 0) return null
  return (
    <ul className="kit-rows" aria-label={t`Other accounts in this browser`}>
      {accounts.map(({ session, user: { name, email, image } }) => (
        <li key={session.id}>
          <Person user={{ name, email, image }} />
          <Group gap="xs">
            <ActionButton
              size="sm"
              variant="default"
              onAct={() => onSwitch(session)}
              aria-label={t`Switch to ${email}`}
            >
              <Trans>Switch</Trans>
            </ActionButton>
            <ActionButton
              size="sm"
              variant="default"
              onAct={() => onSignOut(session)}
              aria-label={t`Sign out ${email}`}
            >
              <Trans>Sign out</Trans>
            </ActionButton>
          </Group>
        </li>
      ))}
    </ul>
  )
}
