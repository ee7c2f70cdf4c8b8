import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { describeUnreadFields } from './unread-fields.ts'

const routes = [{ path: '/bills', access: 'user' }]

test.each([
  [{ navigations: [] }, 'navigations'],
  [{ routes: [{ ...routes[0], acess: 'guest' }] }, 'routes.0.acess'],
  [{ navigation: [{ to: '/bills', label: { en: 'Bills' }, order: 10, icons: 'x' }] }, 'navigation.0.icons'],
  [{ needs: { kit: '^2' }, permission: {}, ownr: 'a@example.com' }, 'permission, ownr'],
])('names what nothing reads in %j', (more, fields) => {
  expect(describeUnreadFields({ name: 'mf-bills', routes, ...more })).toEqual([
    `Nothing reads these fields of remote.json: ${fields}. Are they misspelled?`,
  ])
})

test.each(['examples/mf-invoices', 'mf-auth', 'mf-account', 'mf-organization', 'mf-admin'])(
  'knows all fields of %s',
  (folder) => {
    const path = resolve(import.meta.dirname, '../../../..', folder, 'remote.json')
    expect(describeUnreadFields(JSON.parse(readFileSync(path, 'utf8')))).toEqual([])
  },
)
