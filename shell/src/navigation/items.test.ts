import { describe, expect, test } from 'vitest'
import { noRights } from 'contract/permissions.ts'
import type { NavigationItem } from 'contract/remote-description.ts'
import type { LockedRemote } from 'contract/version-lock.ts'
import { needsRoles, groupItems, findCurrentItem, visibleItems } from './items.ts'

const remote = (name: string, ...navigation: Partial<NavigationItem>[]): LockedRemote => ({
  name,
  version: '1.0.0',
  container: 'mf_remote__1',
  entry: `/remotes/${name}/1.0.0/assets/entry.js`,
  integrity: 'sha384-',
  routes: [{ path: `/${name}`, access: 'user' }],
  navigation: navigation.map((item, index) => ({ to: `/${name}/${index}`, label: { en: name }, order: 10, ...item })),
  needs: {},
})
const labels = (roles: readonly string[], ...remotes: LockedRemote[]) =>
  visibleItems({ remotes }, { roles }, 'en').map(({ label }) => label)

describe('visibility of an entry', () => {
  const remotes = [
    remote('mf-all', {}),
    remote('mf-managers', { roles: ['owner', 'admin'] }),
    remote('mf-inviters', { permission: 'invitation:create' }),
    remote('mf-enders', { permission: 'organization:delete' }),
    remote('mf-both', { roles: ['admin'], permission: 'organization:delete' }),
  ]

  test.each([
    [[], ['mf-all']],
    [['member'], ['mf-all']],
    [['admin'], ['mf-all', 'mf-managers', 'mf-inviters']],
    [['owner'], ['mf-all', 'mf-managers', 'mf-inviters', 'mf-enders']],
    [
      ['admin', 'owner'],
      ['mf-all', 'mf-managers', 'mf-inviters', 'mf-enders', 'mf-both'],
    ],
  ] as const)('depends on the roles %j: %j', (roles, shown) =>
    expect(labels(roles, ...remotes)).toEqual(shown.toSorted()),
  )

  test('depends on what roles of the organization grant', () => {
    const own = { roles: ['hr'], permissions: ['invitation:create'] }
    expect(visibleItems({ remotes }, own, 'en').map(({ label }) => label)).toEqual(['mf-all', 'mf-inviters'])
  })

  test('depends on the role in the product, which is always known', () => {
    const one = { userRole: 'admin' } as const
    const lock = { remotes: [remote('mf-one', one), remote('mf-both', { ...one, roles: ['owner'] })] }
    const seenBy = (userRole: string, ...roles: 'owner'[]) => visibleItems(lock, { roles }, 'en', userRole).length
    expect([seenBy('user', 'owner'), seenBy('admin'), seenBy('admin', 'owner')]).toEqual([0, 1, 2])
    expect(needsRoles({ remotes: lock.remotes.slice(0, 1) })).toBe(false)
  })

  test('needs roles only if an entry requires them', () => {
    expect(needsRoles({ remotes: remotes.slice(0, 1) })).toBe(false)
    expect(needsRoles({ remotes })).toBe(true)
    expect(needsRoles({ remotes: remotes.slice(2, 3) })).toBe(true)
  })

  test('needs roles for places of the active organization, not for those of the shown one', () => {
    const entry = { name: 'one', label: { en: 'One' }, order: 1, roles: ['owner' as const] }
    const asks = (places: LockedRemote['places']) => needsRoles({ remotes: [{ ...remote('mf-one'), places }] })
    expect(asks({ 'organization-tab': [entry], 'organization-card': [entry] })).toBe(false)
    for (const place of ['account-section', 'start-card'] as const) expect(asks({ [place]: [entry] })).toBe(true)
    expect(asks({ 'user-menu': [{ ...entry, to: '/one' }] })).toBe(true)
    expect(asks({ 'start-card': [{ ...entry, roles: undefined }] })).toBe(false)
  })
})

test('sorts by order, then by the name of the remote', () => {
  const [one, two] = [
    remote('mf-one', { order: 20 }, { order: 5, label: { en: 'first' } }),
    remote('mf-two', { order: 20 }),
  ]
  for (const remotes of [
    [one, two],
    [two, one],
  ])
    expect(labels([], ...remotes)).toEqual(['first', 'mf-one', 'mf-two'])
})

test('groups entries of several remotes at the first one, and shares a translated heading', () => {
  const items = visibleItems(
    {
      remotes: [
        remote('mf-a', { order: 1, group: { en: 'Money' } }, { order: 9 }),
        remote('mf-b', { order: 2, group: { en: 'People' } }),
        remote('mf-c', { order: 3, group: { en: 'Money', de: 'Finanzen' } }),
      ],
    },
    noRights,
    'de',
  )
  expect(groupItems(items).map(({ heading, items: members }) => [heading, members.map(({ to }) => to)])).toEqual([
    [null, ['/mf-a/1']],
    ['Finanzen', ['/mf-a/0', '/mf-c/0']],
    ['People', ['/mf-b/0']],
  ])
})

test('marks the entry that is nearest above the page', () => {
  const items = visibleItems(
    { remotes: [remote('mf-a', { to: '/a' }, { to: '/a/b/?x#y' }, { to: '/ab' })] },
    noRights,
    'en',
  )
  const at = (pathname: string) => findCurrentItem(items, pathname)?.to
  expect([at('/a'), at('/a/c'), at('/a/b'), at('/a/b/c'), at('/abc'), at('/')]).toEqual([
    '/a',
    '/a',
    '/a/b/?x#y',
    '/a/b/?x#y',
    undefined,
    undefined,
  ])
})
