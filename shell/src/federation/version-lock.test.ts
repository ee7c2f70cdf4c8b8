import { expect, test } from 'vitest'
import { findRouteOwner, joinLocks, type LockedRemote } from 'contract/version-lock.ts'

const remote = (name: string, ...paths: string[]): LockedRemote => ({
  name,
  version: '1.0.0',
  container: 'mf_remote__1',
  entry: `/remotes/${name}/1.0.0/assets/entry.js`,
  integrity: 'sha384-',
  routes: paths.map((path) => ({ path, access: path === '/sign-in' ? 'guest' : 'user' })),
  navigation: [],
  needs: {},
})
const lock = {
  remotes: [
    remote('mf-auth', '/sign-in'),
    remote('mf-organization', '/organizations', '/organizations/:slug/teams'),
    remote('mf-billing', '/organizations/:slug/billing', '/organizations/new'),
  ],
}
const ownerOf = (pathname: string) => findRouteOwner(lock, pathname)?.remote.name

test('matches paths below a route, by whole segments', () => {
  expect(ownerOf('/organizations')).toBe('mf-organization')
  expect(ownerOf('/organizations/acme/members/')).toBe('mf-organization')
  expect(ownerOf('/organizationsX')).toBeUndefined()
  expect(ownerOf('/')).toBeUndefined()
})

test('prefers the most specific route', () => {
  expect(ownerOf('/organizations/acme/billing/invoices')).toBe('mf-billing')
  expect(ownerOf('/organizations/acme/teams')).toBe('mf-organization')
  expect(ownerOf('/organizations/new')).toBe('mf-billing')
})

test('ignores differences in spelling, like the router', () => {
  expect(ownerOf('/%6Frganizations/ACME/Billing')).toBe('mf-billing')
  expect(ownerOf('/organizations/a%2Fbilling')).toBe('mf-organization')
  expect(ownerOf('/%zz')).toBeUndefined()
  expect(ownerOf('/%70review')).toBeUndefined()
})

test('gives the start page to the shell, and always the same remote wins between equal claims', () => {
  const [one, two] = [remote('mf-one', '/', '/x'), remote('mf-two', '/x')]
  expect(findRouteOwner({ remotes: [one] }, '/')).toBeNull()
  expect(findRouteOwner({ remotes: [one, two] }, '/x')?.remote).toBe(one)
  expect(findRouteOwner({ remotes: [two, one] }, '/x')?.remote).toBe(one)
})

test('takes the access from the route', () => {
  expect(findRouteOwner(lock, '/sign-in')?.access).toBe('guest')
  expect(findRouteOwner(lock, '/organizations/acme')?.access).toBe('user')
})

test('keeps the preview confirmation path away from remotes', () => {
  const greedy = { remotes: [remote('mf-greedy', '/preview', '/:any', '/preview/:id')] }
  for (const path of ['/preview', '/preview/', '/preview/some-id', '/preview/some-id/more'])
    expect(findRouteOwner(greedy, path)).toBeNull()
  expect(findRouteOwner(greedy, '/previews')?.remote.name).toBe('mf-greedy')
})

test('prefers previews, and keeps them marked', () => {
  const tried = { ...remote('mf-one', '/one'), version: '2.0.0' }
  const previews = { userId: 'ann', running: [], areShown: true }
  const joined = joinLocks(
    { remotes: [tried], previews },
    { remotes: [remote('mf-one', '/one'), remote('mf-two', '/two')] },
  )
  expect(joined.remotes.map(({ name, version }) => [name, version])).toEqual([
    ['mf-one', '2.0.0'],
    ['mf-two', '1.0.0'],
  ])
  expect(joined.previews).toBe(previews)
})

test('gives a page of each organization its address, and one that leads there', () => {
  const scoped = remote('mf-invoices')
  scoped.routes = [{ path: '/invoices', access: 'user', scope: 'organization' }]
  const owned = (pathname: string) => findRouteOwner({ remotes: [...lock.remotes, scoped] }, pathname)
  for (const pathname of [
    '/invoices',
    '/invoices/17',
    '/organizations/acme/invoices',
    '/organizations/acme/Invoices/17',
  ])
    expect(owned(pathname), pathname).toMatchObject({ remote: scoped, path: '/invoices', scope: 'organization' })
  expect(owned('/organizations/invoices')?.remote.name).toBe('mf-organization')
  expect(owned('/organizations/acme/members/invoices')?.remote.name).toBe('mf-organization')
})
