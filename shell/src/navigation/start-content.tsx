import type { User } from 'kit'
import { ConfirmEmail } from './confirm-email.tsx'
import { StartCards } from './start-cards.tsx'

/** First what is left to do, then the cards of remotes. Links are in the menu only. */
export function StartContent({ user }: { user: User }) {
  return (
    <>
      {!user.emailVerified && <ConfirmEmail user={user} />}
      <StartCards user={user} />
    </>
  )
}
