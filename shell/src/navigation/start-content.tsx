import { Panel, Place, type User, usePlaces } from 'kit'
import { ConfirmEmail } from './confirm-email.tsx'

/** First what is left to do, then the cards of remotes. Links are in the menu only. */
export function StartContent({ user }: { user: User }) {
  const entries = usePlaces('start-card')
  return (
    <>
      {!user.emailVerified && <ConfirmEmail user={user} />}
      {entries?.map((entry) => (
        <section key={`${entry.remote} ${entry.name}`} aria-label={entry.label}>
          <Panel title={entry.label}>
            <Place place="start-card" entry={entry} user={user} />
          </Panel>
        </section>
      ))}
    </>
  )
}
