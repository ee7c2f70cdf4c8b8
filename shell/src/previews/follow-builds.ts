import type { LockedPreview } from 'contract/version-lock.ts'

interface BuildEvent {
  id: string
  builds: number
  updates: Record<string, string>
}

/** Development builds apply updates themselves (kit/src/refresh/updates.ts); others reload. */
export function followBuilds(running: LockedPreview[]): () => void {
  const known = new Map(running.map(({ id, builds }) => [id, builds]))
  if ([...known.values()].every((builds) => builds === null)) return () => {}
  const events = new EventSource('/registry/previews/events')
  events.addEventListener('build', (event) => {
    const { id, builds, updates }: BuildEvent = JSON.parse(event.data)
    const name = running.find((preview) => preview.id === id)?.name
    if (name === undefined || known.get(id) === builds) return
    known.set(id, builds)
    const isApplied = !dispatchEvent(new CustomEvent('remote-built', { detail: { name, updates }, cancelable: true }))
    if (!isApplied) location.reload()
  })
  events.addEventListener('end', () => location.reload())
  return () => events.close()
}
