import type { RemoteDescription } from 'contract/remote-description.ts'
import type { Facts } from './facts.ts'
import { type Violation, makeViolation, type Named } from './violation.ts'

const maxEntries = { routes: 100, navigation: 30, places: 20, other: 10 }
const maxKeys = 30
const maxText = { label: 80, other: 200 }
/** Entries with a lower one come before those of all remotes that were not granted the first places. */
const firstFreeOrder = 10

/** Every page carries `remote.json`. Only for new versions, because earlier ones must still go live. */
export function checkBounds(version: Named, description: RemoteDescription, { firstPlaces }: Facts): Violation[] {
  const tooLarge = (path: string, what: string) =>
    makeViolation(version, 'DESCRIPTION_TOO_LARGE', path, `has in remote.json "${path}" ${what}.`)
  const walk = (value: unknown, path: string): Violation[] => {
    if (typeof value === 'string') {
      const max = /\.(label|group)\.[^.]*$/.test(path) ? maxText.label : maxText.other
      return value.length > max ? [tooLarge(path, `with ${value.length} characters; the maximum is ${max}`)] : []
    }
    if (typeof value !== 'object' || value === null) return []
    const entries = Object.entries(value)
    const max = Array.isArray(value) ? maxEntriesAt(path) : maxKeys
    if (entries.length > max) return [tooLarge(path, `with ${entries.length} entries; the maximum is ${max}`)]
    return entries.flatMap(([key, each]) =>
      key.length > maxText.label
        ? [tooLarge(`${path}.${key.slice(0, 20)}…`, `as a key; the maximum is ${maxText.label} characters`)]
        : walk(each, path === '' ? key : `${path}.${key}`),
    )
  }
  const { navigation, places = {} } = description
  const first = [...navigation, ...Object.values(places).flat()].filter(
    (entry) => entry !== undefined && entry.order < firstFreeOrder,
  )
  const isGranted = firstPlaces?.includes(version.name) ?? true
  const why = `has ${first.length} entries with an "order" below ${firstFreeOrder} in remote.json, which come before those of all others. Use ${firstFreeOrder} or more, or ask an operator: npm run remote -- allow ${version.name} first`
  return [
    ...walk(description, ''),
    ...(isGranted || first.length === 0 ? [] : [makeViolation(version, 'FIRST_PLACE', 'order', why)]),
  ]
}

function maxEntriesAt(path: string): number {
  if (path === 'routes' || path === 'navigation') return maxEntries[path]
  return /^places\.[^.]+$/.test(path) ? maxEntries.places : maxEntries.other
}
