import { Panel, Place, type User, usePlaces } from 'kit'

export function StartCards({ user }: { user: User }) {
  const entries = usePlaces('start-card')
  if (!entries || entries.length === 0) return null
  return (
    <div className="shell-cards">
      {entries.map((entry) => (
        <section key={`${entry.remote} ${entry.name}`} aria-label={entry.label}>
          <Panel title={entry.label}>
            <Place place="start-card" entry={entry} user={user} />
          </Panel>
        </section>
      ))}
    </div>
  )
}
