import type { LockedPreview } from 'contract/lock.ts'

interface BuildEvent {
  id: string
  builds: number
  /** Hashes of what builds have changed, by path. */
  updates: Record<string, string>
}

/**
 * Tells containers of each build that `npx remote dev` has sent: one that is built for development takes it in
 * (kit/src/refresh/updates.ts), else the page is loaded anew. Answers how that is ended.
 */
export function followBuilds(running: LockedPreview[]): () => void {
  const known = new Map(running.map(({ id, builds }) => [id, builds]))
  if ([...known.values()].every((builds) => builds === null)) return () => {}
  const events = new EventSource('/registry/previews/events')
  events.addEventListener('build', (event) => {
    const { id, builds, updates }: BuildEvent = JSON.parse(event.data)
    const name = running.find((preview) => preview.id === id)?.name
    if (name === undefined || known.get(id) === builds) return
    known.set(id, builds)
    const isTaken = !dispatchEvent(new CustomEvent('remote-built', { detail: { name, updates }, cancelable: true }))
    if (!isTaken) location.reload()
  })
  events.addEventListener('end', () => location.reload())
  return () => events.close()
}
