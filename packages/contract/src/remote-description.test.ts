import { expect, test } from 'vitest'
import { labelsOf, parseRemoteDescription } from './remote-description.ts'

const valid = { name: 'mf-one', routes: [{ path: '/one', access: 'user' }] }
const parseWith = (changes: object) => () => parseRemoteDescription({ ...valid, ...changes })

test('defaults optional fields and drops unknown ones', () => {
  expect(parseWith({ more: true })()).toEqual({ ...valid, navigation: [], needs: {} })
})

test('lists all problems at once with their paths', () => {
  const invalid = {
    name: 'MF One',
    routes: [{ path: '/x', access: 'user' }, { path: 'y' }],
    places: { header: [{ name: 'One' }] },
    navigation: [{ to: '/x', label: { de: 'Eins' }, order: '1' }],
    needs: { kit: 1 },
  }
  const problems = [
    '"name" must be the package name, "mf-" and more in kebab-case',
    '"routes.1.path" must be a path inside the shell: "/…"',
    '"routes.1.access" must be "public", "guest" or "user"',
    '"places.header.0.name" must contain only a-z, 0-9 and "-"',
    '"places.header.0.order" must be a number',
    '"navigation.0.label.en" must be a string',
    '"navigation.0.order" must be a number',
    '"needs.kit" must be a string',
  ]
  expect(parseWith(invalid)).toThrow(new Error(`remote.json is not valid: ${problems.join('; ')}`))
})

test.each([null, [], 'text'])('rejects %j', (input) => {
  expect(() => parseRemoteDescription(input)).toThrow('remote.json is not valid: must be an object')
})

test.each(['location', 'mf', 'mf_one', 'mf-One', '../mf-one'])('rejects the name %s', (name) => {
  expect(parseWith({ name })).toThrow('"name" must be')
})

test.each(['https://evil.example', '//evil.example', '/\\evil.example', 'relative', '/with space'])(
  'rejects the path %s',
  (path) => {
    expect(parseWith({ routes: [{ path, access: 'user' }] })).toThrow('"routes.0.path" must be')
  },
)

test.each(['', 1, undefined])('rejects the label %j', (en) => {
  expect(parseWith({ navigation: [{ to: '/one', label: { en }, order: 1 }] })).toThrow('"navigation.0.label.en" must')
})

const withItem = (item: object) => parseWith({ navigation: [{ to: '/one', label: { en: 'One' }, order: 1, ...item }] })

test('accepts a group, menu, roles, permission and userRole for a menu entry', () => {
  const demand = { roles: ['owner', 'admin'], permission: 'member:create', userRole: 'admin' }
  const item = { group: { en: 'Money' }, menu: false, ...demand }
  expect(withItem(item)().navigation[0]).toMatchObject(item)
})

test.each([
  [{ group: 'Money' }, '"navigation.0.group" must map languages to texts: { "en": "…" }'],
  [{ menu: 'no' }, '"navigation.0.menu" must be true or false'],
  [{ roles: ['admin', 'boss'] }, '"navigation.0.roles.1" must be a role in an organization: owner, admin, member'],
  [{ roles: 'admin' }, '"navigation.0.roles" must be a list of roles: ["owner", "admin"]'],
  [{ roles: [] }, '"navigation.0.roles" must not be empty'],
  [{ userRole: 'user' }, '"navigation.0.userRole" must be the role of a user in the product: "admin"'],
  [{ permission: 'member:crate' }, '"navigation.0.permission" must be a permission in an organization: organization:'],
])('rejects the menu entry %j', (item, problem) => expect(withItem(item)).toThrow(problem))

const label = { en: 'One' }
const withPlaces = (places: unknown) => parseWith({ places })

test('accepts entries for places', () => {
  const places = {
    'organization-tab': [
      { name: '', label, order: 1 },
      { name: 'bills', label, order: 2, roles: ['owner'], permission: 'organization:update' },
    ],
    'start-card': [{ name: 'bills', label: { en: 'Bills', de: 'Rechnungen' }, order: 1 }],
    'user-menu': [{ to: '/one', label, order: 1 }],
  }
  const description = withPlaces(places)()
  expect(description.places).toEqual(places)
  expect(labelsOf(description).map(({ en }) => en)).toEqual(['One', 'One', 'Bills', 'One'])
})

test.each([
  [
    { footer: [] },
    '"places" must only use: header, organization-tab, organization-card, account-section, start-card, user-menu',
  ],
  [[], '"places" must be lists of entries by place: { "organization-tab": [] }'],
  [{ 'start-card': {} }, '"places.start-card" must be a list of { name: "invoices", label: { "en": "…" }, order: 10 }'],
  [{ 'start-card': [{ name: '', label, order: 1 }] }, '"places.start-card.0.name" must not be empty'],
  [{ 'account-section': [{ name: 'A/b', label, order: 1 }] }, '"places.account-section.0.name" must contain only a-z'],
  [{ 'user-menu': [{ to: '//evil.example', label, order: 1 }] }, '"places.user-menu.0.to" must be a path'],
  [
    { 'organization-tab': [1, 2].map((order) => ({ name: 'bills', label, order })) },
    '"places.organization-tab.1.name" must be unique; "bills" is used above',
  ],
  [{ 'user-menu': [1, 2].map((order) => ({ to: '/one', label, order })) }, '"places.user-menu.1.to" must be unique'],
  [{ 'start-card': [{ name: 'a', label, order: 1, roles: [] }] }, '"places.start-card.0.roles" must not be empty'],
])('rejects the places %j', (places, problem) => {
  expect(withPlaces(places)).toThrow(problem)
})

const withRoute = (route: object) => parseWith({ routes: [{ path: '/one', ...route }] })

test('accepts roles, a permission and a userRole for a route', () => {
  const route = { access: 'user', roles: ['owner'], permission: 'organization:update', userRole: 'admin' }
  expect(withRoute(route)().routes).toEqual([{ path: '/one', ...route }])
})

test.each([
  [{ access: 'public', permission: 'member:create' }, '"routes.0.permission" applies only to users: "access" must'],
  [{ access: 'guest', roles: ['owner'] }, '"routes.0.roles" applies only to users: "access" must be "user"'],
  [{ access: 'guest', userRole: 'admin' }, '"routes.0.userRole" applies only to users: "access" must be "user"'],
  [{ access: 'user', roles: [] }, '"routes.0.roles" must not be empty'],
  [
    { access: 'user', permission: 'invoice:create' },
    '"routes.0.permission" must be a permission in an organization: org',
  ],
])('rejects the route %j', (route, problem) => expect(withRoute(route)).toThrow(problem))

const permissions = { approve: { label, admins: true }, 'pay-out': { label: { en: 'Pay' } } }

test('accepts permissions, and entries and routes that demand them', () => {
  const own = { permission: 'mf-one:pay-out' }
  const changes = {
    permissions,
    routes: [{ path: '/one', access: 'user', ...own }],
    navigation: [{ to: '/one', label, order: 1, ...own }],
    places: { 'start-card': [{ name: 'bills', label, order: 1, permission: 'mf-one:approve' }] },
  }
  const description = parseWith(changes)()
  expect(description).toMatchObject(changes)
  expect(labelsOf(description).map(({ en }) => en)).toEqual(['One', 'Pay', 'One', 'One'])
})

test.each([
  [[], '"permissions" must be { "approve": { "label": { "en": "…" } } }'],
  [{ 'a:b': { label } }, '"permissions.a:b" must be { "approve": { "label": { "en": "…" } } }'],
  [{ approve: {} }, '"permissions.approve.label" must map languages to texts'],
  [{ approve: { label, admin: true } }, '"permissions.approve" must be { "label"'],
  [{ approve: { label, admins: 'yes' } }, '"permissions.approve.admins" must be true or false'],
])('rejects the permissions %j', (own, problem) => expect(parseWith({ permissions: own })).toThrow(problem))

test.each(['mf-one:pay', 'mf-other:approve', 'mf-one:constructor', 'mf-one'])(
  'rejects a demand of %s, which is not declared',
  (permission) => {
    const problem = `permission" must be declared in "permissions" of this remote; "${permission}" is not`
    for (const [at, changes] of [
      ['routes.0', { routes: [{ path: '/one', access: 'user', permission }] }],
      ['navigation.0', { navigation: [{ to: '/one', label, order: 1, permission }] }],
      ['places.organization-tab.0', { places: { 'organization-tab': [{ name: 'a', label, order: 1, permission }] } }],
    ] as const)
      expect(parseWith({ permissions, ...changes })).toThrow(`"${at}.${problem}`)
  },
)

test('accepts the scope of an organization for pages of users only', () => {
  const route = { path: '/one', scope: 'organization' }
  expect(parseWith({ routes: [{ ...route, access: 'user' }] })().routes).toEqual([{ ...route, access: 'user' }])
  expect(parseWith({ routes: [{ ...route, access: 'public' }] })).toThrow('"routes.0.scope" applies only to users')
  expect(parseWith({ routes: [{ path: '/one', access: 'user', scope: 'team' }] })).toThrow('must be "organization"')
})
