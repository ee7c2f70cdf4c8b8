// @vitest-environment node
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { nameOfEvent } from './event-names.ts'

const documented = readFileSync(new URL('../../docs/security-events.md', import.meta.url), 'utf8')
const events = [...documented.matchAll(/^\| `([a-z-]+\.[a-z-]+)`/gm)].map(([, name = '']) => name)

test('names every documented event of people and organizations', () => {
  expect(events.length).toBeGreaterThan(60)
  const ofNobody = /^(service|signing-keys|limit|settings)\./
  expect(events.filter((event) => !ofNobody.test(event) && !nameOfEvent(event))).toEqual([])
})

test('has no name for an event of a newer server', () => {
  expect(nameOfEvent('from.later')).toBeUndefined()
})
