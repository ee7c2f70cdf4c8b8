import { expect, test } from 'vitest'
import { findRouteOwner, type LockedRemote } from './lock.ts'

const remote = (name: string, ...paths: string[]): LockedRemote => ({
  contract: 1,
  name,
  version: '1.0.0',
  entry: `/remotes/${name}/1.0.0/assets/entry.js`,
  integrity: 'sha384-',
  routes: paths.map((path) => ({ path, access: path === '/sign-in' ? 'guest' : 'user' })),
  slots: [],
  navigation: [],
  wellKnown: {},
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

test('a route covers what is below it, by whole segments', () => {
  expect(ownerOf('/organizations')).toBe('mf-organization')
  expect(ownerOf('/organizations/acme/members/')).toBe('mf-organization')
  expect(ownerOf('/organizationsX')).toBeUndefined()
  expect(ownerOf('/')).toBeUndefined()
})

test('the most specific route wins', () => {
  expect(ownerOf('/organizations/acme/billing/invoices')).toBe('mf-billing')
  expect(ownerOf('/organizations/acme/teams')).toBe('mf-organization')
  expect(ownerOf('/organizations/new')).toBe('mf-billing')
})

test('access comes from the route', () => {
  expect(findRouteOwner(lock, '/sign-in')?.access).toBe('guest')
  expect(findRouteOwner(lock, '/organizations/acme')?.access).toBe('user')
})
