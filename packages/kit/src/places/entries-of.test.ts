import { lazy } from 'react'
import { expect, test } from 'vitest'
import { noRights } from 'contract/permissions.ts'
import type { Places } from 'contract/remote-description.ts'
import { asksForRolesIn, componentOf, entriesOf } from 'contract/entries-of.ts'

const label = { en: 'One', de: 'Eins' }
const remote = (name: string, places: Places) => ({ name, places })
const tabsOf = (name: string, ...entries: NonNullable<Places['organization-tab']>) =>
  remote(name, { 'organization-tab': entries })

test("sorts entries by order, then by remote, with labels in the page's language", () => {
  const remotes = [
    tabsOf('mf-z', { name: 'z', label, order: 1 }),
    tabsOf('mf-b', { name: 'b', label, order: 2 }),
    tabsOf('mf-a', { name: 'a', label: { en: 'A' }, order: 2 }),
    { name: 'mf-older' },
  ]
  expect(entriesOf(remotes, 'organization-tab', noRights, 'de')).toEqual([
    { remote: 'mf-z', name: 'z', label: 'Eins' },
    { remote: 'mf-a', name: 'a', label: 'A' },
    { remote: 'mf-b', name: 'b', label: 'Eins' },
  ])
  expect(entriesOf(remotes, 'start-card', noRights, 'de')).toEqual([])
})

test('gives a name to one remote, whatever the viewer may see', () => {
  const remotes = [
    tabsOf('mf-a', { name: 'bills', label, order: 2 }),
    tabsOf('mf-b', { name: 'bills', label, order: 1, roles: ['owner'] }),
  ]
  expect(entriesOf(remotes, 'organization-tab', { roles: ['owner'] }, 'en')).toMatchObject([{ remote: 'mf-b' }])
  expect(entriesOf(remotes, 'organization-tab', { roles: ['member'] }, 'en')).toEqual([])
})

test('hides entries that the viewer may not see', () => {
  const remotes = [
    remote('mf-a', { 'user-menu': [{ to: '/a', label, order: 1, roles: ['admin'], permission: 'member:create' }] }),
  ]
  expect(entriesOf(remotes, 'user-menu', { roles: ['member'] }, 'en')).toEqual([])
  expect(entriesOf(remotes, 'user-menu', { roles: ['admin', 'member'] }, 'en')).toEqual([
    { remote: 'mf-a', name: '/a', label: 'One' },
  ])
  expect(asksForRolesIn(remotes, 'user-menu')).toBe(true)
  expect(asksForRolesIn(remotes, 'start-card')).toBe(false)
})

test('hides entries for administrators from everyone else, without asking for roles in organizations', () => {
  const remotes = [tabsOf('mf-a', { name: 'all', label, order: 1, userRole: 'admin' })]
  const seenBy = (userRole?: string) =>
    entriesOf(remotes, 'organization-tab', { roles: ['owner', 'admin'] }, 'en', userRole).length
  expect([seenBy(), seenBy('user'), seenBy('admin')]).toEqual([0, 0, 1])
  expect(asksForRolesIn(remotes, 'organization-tab')).toBe(false)
})

test('returns only own components of a remote', () => {
  const Card = () => null
  const Late = lazy(async () => ({ default: Card }))
  const places = { 'start-card': { card: Card, late: Late, number: 1, empty: null } }
  const found = (name: string) => componentOf({ places }, 'start-card', name)
  expect([found('card'), found('late')]).toEqual([Card, Late])
  for (const name of ['number', 'empty', 'other', 'constructor']) expect(found(name)).toBeNull()
  for (const nonsense of [null, 1, { 'start-card': null }, undefined])
    expect(componentOf({ places: nonsense }, 'start-card', 'card')).toBeNull()
  expect(componentOf({ places }, 'user-menu', 'card')).toBeNull()
})
