import { noRights } from 'contract/permissions.ts'
import { componentOf, entriesOf } from 'contract/entries-of.ts'
import { useVersionLock } from './lock-context.ts'
import { RemotePart } from './remote-part.tsx'

export function HeaderParts({ from = 0, to }: { from?: number; to?: number | undefined }) {
  const { remotes } = useVersionLock()
  const entries = entriesOf(remotes, 'header', noRights, 'en').slice(from, to)
  return entries.map(({ remote: owner, name }) => {
    const remote = remotes.find((each) => each.name === owner)
    return (
      remote && (
        <RemotePart
          key={`${owner} ${name}`}
          remote={remote}
          place={`header/${name}`}
          waiting={null}
          Failed={Nothing}
          contentOf={(loaded) => componentOf(loaded, 'header', name)}
        />
      )
    )
  })
}

const Nothing = () => null
