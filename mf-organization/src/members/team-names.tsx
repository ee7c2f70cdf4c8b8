import './members.css'

/** Facts in a row: the names of the first teams. */
export function TeamNames({ teams }: { teams: readonly { id: string; name: string }[] }) {
  return (
    <>
      {teams.slice(0, 4).map(({ id, name }) => (
        <span key={id} className="whole-fact">
          {name}
        </span>
      ))}
      {teams.length > 4 && <span>…</span>}
    </>
  )
}
