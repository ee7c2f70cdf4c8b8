import { expect, test } from 'vitest'
import { findUnknownSettings } from './unknown-settings.ts'

const known = ['HOST', 'PORT', 'AUTH_URL', 'SESSION_EXPIRES_IN', 'RATE_LIMIT_ENABLED', 'TRUSTED_PROXIES']
const find = (name: string) => findUnknownSettings(known, { [name]: 'x' })

test.each([
  ['SESSION_EXPIRE_IN', 'SESSION_EXPIRES_IN'],
  ['SESSION_LIFETIME', 'SESSION_EXPIRES_IN'],
  ['RATE_LIMIT', 'RATE_LIMIT_ENABLED'],
  ['TRUSTED_PROXYS', 'TRUSTED_PROXIES'],
  ['auth_url', 'AUTH_URL'],
])('reports %s as a typo of %s', (name, nearest) => expect(find(name)).toEqual([{ name, nearest }]))

test.each(['HOST', 'HOME', 'PATH', 'SESSION_MANAGER', 'GRAPHQL_INTROSPECTION', 'NODE_OPTIONS'])(
  'does not report %s',
  (name) => {
    expect(find(name)).toEqual([])
  },
)
