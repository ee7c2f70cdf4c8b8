import { Panel, Place, type User, usePlaces } from 'kit'

export function StartCards({ user }: { user: User }) {
  const entries = usePlaces('start-card')
  return entries?.map((entry) => (
    <section key={`${entry.remote} ${entry.name}`} aria-label={entry.label}>
      <Panel title={entry.label}>
        <Place place="start-card" entry={entry} user={user} />
      </Panel>
    </section>
  ))
}
