import type { RemoteDescription } from 'contract/remote-description.ts'
import type { Facts } from './facts.ts'
import { type Violation, makeViolation, type Named } from './violation.ts'

const maxLabel = 80
const maxText = 200
const maxKeys = 30
const firstFreeOrder = 10

/** Every page carries `remote.json`. Only for new versions, because earlier ones must still go live. */
export function checkBounds(version: Named, description: RemoteDescription, { firstPlaces }: Facts): Violation[] {
  const check = (path: string, what: string, count: number, max: number) => {
    const why = `has ${count} ${what} in "${path}" of remote.json. The maximum is ${max}.`
    return count > max ? [makeViolation(version, 'DESCRIPTION_TOO_LARGE', path, why)] : []
  }
  const walk = (value: unknown, path: string): Violation[] => {
    if (typeof value === 'string')
      return check(path, 'characters', value.length, /\.(label|group)\./.test(path) ? maxLabel : maxText)
    const entries = Object.entries(Object(value))
    const tooMany = check(
      path,
      'entries',
      entries.length,
      Array.isArray(value) || path === 'permissions' ? maxEntries(path) : maxKeys,
    )
    if (tooMany.length > 0) return tooMany
    return entries.flatMap(([key, each]) => [
      ...check(`${path}.${key.slice(0, maxLabel)}`, 'characters as a key', key.length, maxLabel),
      ...walk(each, path === '' ? key : `${path}.${key}`),
    ])
  }
  const { navigation, places = {} } = description
  const first = [navigation, ...Object.values(places)].flat().filter((entry) => entry && entry.order < firstFreeOrder)
  const isGranted = firstPlaces?.includes(version.name) ?? true
  const why = `has entries in remote.json with an "order" below ${firstFreeOrder}, before those of all others. Use ${firstFreeOrder} or more, or ask an operator: npm run remote -- allow ${version.name} first`
  const unasked = isGranted || first.length === 0 ? [] : [makeViolation(version, 'FIRST_PLACE', 'order', why)]
  return [...walk(description, ''), ...unasked]
}

function maxEntries(path: string): number {
  if (path === 'routes') return 100
  if (path === 'navigation') return 30
  return /^(places\.[^.]+|permissions)$/.test(path) ? 20 : 10
}
