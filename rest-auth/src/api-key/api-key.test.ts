import { remotePermissionsPath } from 'contract/remote-permissions.ts'
import { decodeJwt } from 'jose'
import { serviceTokenPath } from 'service/service-token.ts'
import { describe, expect, test } from 'vitest'
import { transaction } from '../context.ts'
import { addMember } from '../organization/member/member.ts'
import { makeKey, programOf, type Program } from '../testing/api-keys.ts'
import { found, type TestOrganization } from '../testing/organizations.ts'
import { routesOf } from '../testing/routes.ts'
import { startTestApp, type SignedIn } from '../testing/start-test-app.ts'
import { warnOfExpiry } from './expiry-warning.ts'
import { isKeyText, newKeyText } from '../active-key/key-text.ts'
import { ownScopes } from './api-key.ts'

const t = await startTestApp({ ORGANIZATION_LIMIT: '1000' })
const { ctx, clock, signUp } = t

const owner = await signUp({ emailVerified: true, name: 'Olga' })

interface Scene extends TestOrganization {
  readonly colleague: SignedIn
  readonly colleagueMemberId: string
  readonly ownTeamId: string
  readonly invitationId: string
  readonly webhookId: string
}

async function setScene(): Promise<Scene> {
  await ctx.db.write`delete from "mailBudget"`
  const organization = await found(t, owner)
  const { id: organizationId } = organization
  const colleague = await signUp()
  const member = await addMember(ctx, { organizationId, userId: colleague.id, role: 'member' })
  const team = await owner.post('/organization/create-team', { name: 'own', organizationId })
  const invited = await owner.post('/organization/invite-member', {
    email: `${organization.slug}@x.test`,
    role: 'member',
    organizationId,
  })
  await owner.post('/organization/create-role', { role: 'clerk', permission: {}, organizationId })
  const webhook = await owner.post('/organization/create-webhook', { url: 'http://127.0.0.1:9/', organizationId })
  const more = { ownTeamId: team.at('id'), invitationId: invited.at('id'), webhookId: webhook.at('id') }
  return { ...organization, ...more, colleague, colleagueMemberId: member.id }
}

type Input = (at: Scene) => Record<string, unknown>
/** A call, with the scope that it needs: null if any key of the organization may make it. */
type Row = readonly ['GET' | 'POST', string, string | null, Input?]
const rows: Row[] = [
  ['GET', '/organization/get-full-organization', null],
  ['GET', '/organization/get-organization', null],
  ['GET', '/organization/list-members', null],
  ['GET', '/organization/list-teams', null],
  ['GET', '/organization/list-team-members', null, (at) => ({ teamId: at.ownTeamId })],
  ['GET', '/organization/list-invitations', null],
  ['GET', '/organization/batch', null, (at) => ({ organizationIds: at.id, members: '{"first":5}' })],
  ['POST', '/organization/has-permission', null, () => ({ permissions: { team: ['create'] } })],
  ['GET', '/organization/list-roles', 'ac:read'],
  ['GET', '/organization/list-permissions', 'ac:read'],
  ['GET', '/organization/get-role', 'ac:read', () => ({ roleName: 'clerk' })],
  ['GET', '/organization/audit-log', 'audit:read'],
  ['GET', '/organization/list-webhooks', 'webhook:manage'],
  ['GET', '/organization/list-webhook-deliveries', 'webhook:manage', (at) => ({ webhookId: at.webhookId })],
  ['POST', '/organization/update', 'organization:update', () => ({ data: { name: 'New' } })],
  ['POST', '/organization/invite-member', 'invitation:create', (at) => ({ email: `2${at.slug}@x.test`, role: 'member' })],
  ['POST', '/organization/cancel-invitation', 'invitation:cancel', (at) => ({ invitationId: at.invitationId })],
  ['POST', '/organization/update-member-role', 'member:update', (at) => ({ memberId: at.colleagueMemberId, role: 'clerk' })],
  ['POST', '/organization/replace-member-role', 'member:update',
    (at) => ({ memberId: at.colleagueMemberId, expectedRole: ['clerk'], role: ['member'], builtInOnly: false })],
  ['POST', '/organization/update-member-team', 'member:update', (at) => ({ memberId: at.colleagueMemberId, teamId: at.ownTeamId })],
  ['POST', '/organization/create-team', 'team:create', () => ({ name: 'Another' })],
  ['POST', '/organization/update-team', 'team:update', (at) => ({ teamId: at.ownTeamId, data: { name: 'Other' } })],
  ['POST', '/organization/add-team-member', 'member:update', (at) => ({ teamId: at.teamId, userId: at.colleague.id })],
  ['POST', '/organization/remove-team-member', 'member:delete', (at) => ({ teamId: at.teamId, userId: at.colleague.id })],
  ['POST', '/organization/remove-team', 'team:delete', (at) => ({ teamId: at.ownTeamId })],
  ['POST', '/organization/create-role', 'ac:create', () => ({ role: 'more', permission: {} })],
  ['POST', '/organization/update-role', 'ac:update', () => ({ roleName: 'more', data: { label: 'x' } })],
  ['POST', '/organization/delete-role', 'ac:delete', () => ({ roleName: 'more' })],
  ['POST', '/organization/remove-member', 'member:delete', (at) => ({ memberIdOrEmail: at.colleagueMemberId })],
  ['POST', '/organization/create-webhook', 'webhook:manage', () => ({ url: 'http://127.0.0.1:9/' })],
  ['POST', '/organization/update-webhook', 'webhook:manage', (at) => ({ webhookId: at.webhookId, enabled: true })],
  ['POST', '/organization/rotate-webhook-secret', 'webhook:manage', (at) => ({ webhookId: at.webhookId })],
  ['POST', '/organization/test-webhook', 'webhook:manage', (at) => ({ webhookId: at.webhookId })],
  ['POST', '/organization/redeliver-webhook', 'webhook:manage', (at) => ({ webhookId: at.webhookId, deliveryId: 'x' })],
  ['POST', '/organization/delete-webhook', 'webhook:manage', (at) => ({ webhookId: at.webhookId })],
] // prettier-ignore

async function call(program: Pick<Program, 'get' | 'post'>, [method, path, , input = () => ({})]: Row, at: Scene) {
  const given = { ...(path === '/organization/batch' ? {} : { organizationId: at.id }), ...input(at) }
  const query = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value]))
  return method === 'GET' ? program.get(path, { query }) : program.post(path, given)
}

const kinds = ['personal', 'of the organization'] as const
const keyOf = (kind: (typeof kinds)[number], at: Scene, scopes: readonly string[]) =>
  makeKey(t, owner, { scopes, ...(kind === 'personal' ? { organizationIds: [at.id] } : { organizationId: at.id }) })

describe.each(kinds)('a key %s', (kind) => {
  test('needs the scope of each call, and no other', async () => {
    const at = await setScene()
    const without = new Map<string | null, Program>()
    const only = new Map<string | null, Program>()
    for (const scope of [null, ...ownScopes]) {
      without.set(
        scope,
        await keyOf(
          kind,
          at,
          ownScopes.filter((other) => other !== scope && scope !== null),
        ),
      )
      only.set(scope, await keyOf(kind, at, scope === null ? [] : [scope]))
    }
    for (const row of rows) {
      const [, path, scope] = row
      const [lacking, sufficient] = [without.get(scope), only.get(scope)]
      if (!lacking || !sufficient) throw new Error(`no key for ${path}`)
      if (scope !== null) {
        const refused = await call(lacking, row, at)
        expect([path, refused.status, refused.body]).toMatchObject([
          path,
          403,
          { code: 'MISSING_SCOPE', missingPermissions: [scope] },
        ])
      }
      const answer = await call(sufficient, row, at)
      const expected = path === '/organization/redeliver-webhook' ? [404, 'DELIVERY_NOT_FOUND'] : [200, undefined]
      expect([path, answer.status, Object(answer.body).code], answer.text).toEqual([path, ...expected])
    }
  })

  test('reaches no other organization', async () => {
    const [at, other] = [await setScene(), await setScene()]
    const key = await keyOf(kind, at, ownScopes)
    for (const row of rows) {
      const answer = await call(key, row, other)
      expect(answer.text).not.toContain(other.slug)
      if (row[1] === '/organization/batch') expect(Object(answer.body).organizations).toEqual([])
      else if (row[1] === '/organization/list-teams') expect(answer.status).toBe(403)
      else expect([row[1], answer.status]).toEqual([row[1], expect.not.toSatisfy((status: number) => status < 400)])
    }
  })

  test('is the actor in the audit log', async () => {
    const at = await setScene()
    const key = await keyOf(kind, at, ['team:create', 'audit:read'])
    await owner.post('/api-key/update', { keyId: key.id, name: 'Importer' })
    await key.post('/organization/create-team', { name: 'By a program' })
    const log = await key.get('/organization/audit-log', { query: { limit: '1' } })
    expect(log.body).toMatchObject({
      entries: [{ event: 'team.created', actor: { kind: 'key', id: key.id, name: 'Importer' } }],
    })
  })
})

test('covers every call that is open to keys, and all others refuse them', async () => {
  const open = new Set([...rows.map(([method, path]) => `${method} ${path}`), 'GET /actor'])
  const key = await makeKey(t, owner, {})
  const routes = await routesOf(t.app)
  for (const { method, path, isOpenToKeys } of routes) {
    if (isOpenToKeys) expect(open, `${method} ${path}`).toContain(`${method} ${path}`)
    else {
      const url = path.replaceAll(/\{\w+\}/g, 'x')
      const answer = method === 'GET' ? await key.get(url) : await key.post(url, {})
      expect([url, answer.status, Object(answer.body).code]).toEqual([url, 403, 'CALL_IS_CLOSED_TO_KEYS'])
    }
  }
  expect(open.size).toBe(routes.filter(({ isOpenToKeys }) => isOpenToKeys).length)
})

describe('the owner of a key', () => {
  async function memberWithKey() {
    const at = await setScene()
    const person = await at.join('admin', { emailVerified: true })
    const key = await makeKey(t, person, { scopes: ['team:create'], organizationIds: [at.id] })
    const create = () => key.post('/organization/create-team', { name: `T${Math.random()}`, organizationId: at.id })
    expect((await create()).status).toBe(200)
    return { at, person, key, create }
  }

  test('loses a permission, and so does the key', async () => {
    const { at, person, create } = await memberWithKey()
    await at.owner.post('/organization/update-member-role', {
      memberId: person.memberId,
      role: 'member',
      organizationId: at.id,
    })
    expect((await create()).at('code')).toBe('MISSING_SCOPE')
    await at.owner.post('/organization/update-member-role', {
      memberId: person.memberId,
      role: 'admin',
      organizationId: at.id,
    })
    expect((await create()).status).toBe(200)
  })

  test('leaves, and joins again: the key stays out', async () => {
    const { at, person, key, create } = await memberWithKey()
    await person.post('/organization/leave', { organizationId: at.id })
    expect((await create()).status).toBe(403)
    await addMember(ctx, { organizationId: at.id, userId: person.id, role: 'owner' })
    expect((await create()).status).toBe(403)
    expect((await key.get('/actor')).body).toMatchObject({ organizations: [] })
  })

  test.each(['banned', 'erased'] as const)('is %s', async (end) => {
    const { person, create } = await memberWithKey()
    if (end === 'banned') await ctx.db.write`update "user" set "banned" = true where "id" = ${person.id}`
    else await ctx.db.write`delete from "user" where "id" = ${person.id}`
    const answer = await create()
    expect([answer.status, answer.at('code')]).toEqual([401, 'INVALID_API_KEY'])
  })

  test('has no second factor, and the organization requires one', async () => {
    const { at, person, create } = await memberWithKey()
    const own = await makeKey(t, at.owner, { scopes: ['team:create'], organizationId: at.id })
    await ctx.db.write`update "organization" set "secondFactorRequiredAt" = ${clock.now()} where "id" = ${at.id}`
    clock.advance(1)
    expect((await create()).at('code')).toBe('SECOND_FACTOR_REQUIRED')
    await ctx.db.write`update "user" set "twoFactorEnabled" = true where "id" = ${person.id}`
    expect((await create()).status).toBe(200)
    expect((await own.post('/organization/create-team', { name: 'own' })).status).toBe(200)
  })

  test('cannot make a key for an organization that is closed to the session', async () => {
    const { at, person } = await memberWithKey()
    await ctx.db.write`update "organization" set "secondFactorRequiredAt" = ${clock.now()} where "id" = ${at.id}`
    clock.advance(1)
    const answer = await person.post('/api-key/create', { organizationIds: [at.id] })
    expect(answer.at('code')).toBe('SECOND_FACTOR_REQUIRED')
  })
})

test('a key moves no owner, and gives no more than its scopes', async () => {
  const at = await setScene()
  const second = await addMember(ctx, { organizationId: at.id, userId: (await signUp()).id, role: 'owner' })
  const key = await keyOf('of the organization', at, [
    'member:update',
    'member:delete',
    'invitation:create',
    'ac:create',
  ])
  const refusals = [
    await key.post('/organization/update-member-role', { memberId: at.colleagueMemberId, role: 'owner' }),
    await key.post('/organization/update-member-role', { memberId: at.colleagueMemberId, role: 'admin' }),
    await key.post('/organization/update-member-role', { memberId: second.id, role: 'member' }),
    await key.post('/organization/remove-member', { memberIdOrEmail: second.id }),
    await key.post('/organization/invite-member', { email: 'o@x.test', role: 'owner' }),
    await key.post('/organization/invite-member', { email: 'a@x.test', role: 'admin' }),
    await key.post('/organization/create-role', { role: 'strong', permission: { team: ['delete'] } }),
  ]
  expect(refusals.map(({ status }) => status)).toEqual([403, 403, 403, 400, 403, 403, 403])
})

describe('a request', () => {
  test.each(['x-api-key', 'authorization'])('carries it in %s', async (header) => {
    const { key } = await makeKey(t, owner, { name: 'CI' })
    const answer = await programOf(t, key, header).get('/actor')
    expect(answer.body).toMatchObject({
      kind: 'key',
      user: { id: owner.id, name: 'Olga' },
      key: { name: 'CI', scopes: [] },
    })
  })

  test.each(['cookie', 'bearer'])('has no %s beside it', async (kind) => {
    const { key } = await makeKey(t, owner, {})
    const headers =
      kind === 'cookie' ? { 'x-api-key': key } : { 'x-api-key': key, authorization: `Bearer ${owner.token}` }
    const answer = await (kind === 'cookie' ? owner : t.browser()).get('/actor', { headers })
    expect([answer.status, answer.at('code')]).toEqual([400, 'SEVERAL_CREDENTIALS'])
  })

  test('with a wrong, disabled, expired or revoked key is refused', async () => {
    const refusalOf = async (key: string) => {
      const { status, body, headers } = await programOf(t, key).get('/actor')
      return [status, Object(body).code, headers['www-authenticate']]
    }
    const header = 'Bearer error="invalid_token"'
    for (const wrong of ['', 'acct_', 'x', newKeyText(), `${newKeyText().slice(0, -1)}!`])
      expect(await refusalOf(wrong)).toEqual([401, 'INVALID_API_KEY', header])
    const [off, old, gone] = [
      await makeKey(t, owner, {}),
      await makeKey(t, owner, { expiresIn: 86_400 }),
      await makeKey(t, owner, {}),
    ]
    await owner.post('/api-key/update', { keyId: off.id, enabled: false })
    await owner.post('/api-key/delete', { keyId: gone.id })
    expect(await refusalOf(off.key)).toEqual([401, 'KEY_DISABLED', header])
    expect(await refusalOf(gone.key)).toEqual([401, 'INVALID_API_KEY', header])
    expect((await old.get('/actor')).status).toBe(200)
    await ctx.db.write`update "apiKey" set "expiresAt" = ${clock.now()} where "id" = ${old.id}`
    expect(await refusalOf(old.key)).toEqual([401, 'KEY_EXPIRED', header])
  })
})

test('the last use is written at most once a minute', async () => {
  const key = await makeKey(t, owner, {})
  const readUse = async () =>
    (await ctx.db.read<{ at: Date }[]>`select "lastUsedAt" as "at" from "apiKey" where "id" = ${key.id}`)[0]?.at
  await key.get('/actor')
  const first = await readUse()
  clock.advance(59)
  await key.get('/actor')
  expect(await readUse()).toEqual(first)
  clock.advance(2)
  await key.get('/actor')
  expect(await readUse()).toEqual(clock.now())
})

test('a scanner finds each key, and no log has one', async () => {
  const keys = await Promise.all(Array.from({ length: 100 }, async () => newKeyText()))
  const [{ key }, scanner] = [await makeKey(t, owner, {}), /\bacct_[0-9A-Za-z]{38}\b/g]
  expect([...keys, key].join(' "\n').match(scanner)).toEqual([...keys, key])
  expect(keys.every(isKeyText)).toBe(true)
  const damaged = keys.map((text) => text.replace(/.{3}$/, 'abc'))
  expect(damaged.filter(isKeyText)).toEqual([])
  await programOf(t, key).get('/actor')
  await t.get(`/actor`, { headers: { authorization: `Bearer ${key}` } })
  await programOf(t, keys[0] ?? '').post('/organization/update', { data: { name: key } })
  expect(t.logged.join('\n').match(scanner)).toBeNull()
  expect(await ctx.db.read`select * from "apiKey" where "hash" = ${key} or "start" = ${key}`).toEqual([])
})

test('tells the person of a new key, and nobody of one of an organization', async () => {
  const at = await setScene()
  const person = await signUp({ emailVerified: true })
  await addMember(ctx, { organizationId: at.id, userId: person.id, role: 'owner' })
  const { key } = await makeKey(t, person, { name: 'CI' })
  await makeKey(t, person, { organizationId: at.id })
  const mails = (await t.emails(person.email)).filter(({ template }) => template === 'keyAdded')
  expect(mails).toEqual([expect.objectContaining({ data: expect.objectContaining({ key: 'CI' }) })])
  expect(JSON.stringify(mails)).not.toContain(key)
})

test('warns once, a week before a key expires: its person, or the owners', async () => {
  const at = await setScene()
  const second = await signUp({ emailVerified: true })
  await addMember(ctx, { organizationId: at.id, userId: second.id, role: 'owner' })
  const [own, shared] = [
    await makeKey(t, second, { name: 'Own', expiresIn: 10 * 86_400 }),
    await makeKey(t, owner, { name: 'CI', organizationId: at.id, expiresIn: 10 * 86_400 }),
  ]
  const mailsTo = async () =>
    (await t.emails(second.email)).flatMap(({ template, data }) => (template === 'keyExpires' ? [data] : []))
  while (await warnOfExpiry(ctx));
  expect(await mailsTo()).toEqual([])
  await ctx.db
    .write`update "apiKey" set "expiresAt" = "expiresAt" - interval '4 days' where "id" in (${own.id}, ${shared.id})`
  await Promise.all([warnOfExpiry(ctx), warnOfExpiry(ctx)])
  while (await warnOfExpiry(ctx));
  const [first, last] = (await mailsTo()).toSorted((a, b) => String(Object(a).key).localeCompare(String(Object(b).key)))
  expect(await mailsTo()).toHaveLength(2)
  expect(first).toMatchObject({ key: 'CI', place: at.slug, url: expect.stringMatching(/organizations.*keys$/) })
  expect(last).toMatchObject({ key: 'Own', url: expect.stringMatching(/account\/keys$/) })
})

describe('two requests at once', () => {
  test('make no more keys than allowed', async () => {
    const person = await signUp()
    const { id } = await makeKey(t, person, {})
    await ctx.db.write`
      insert into "apiKey" ("id", "start", "hash", "userId", "createdAt", "updatedAt")
      select n || "userId", 'acct_', n || "userId", "userId", "createdAt", "updatedAt"
      from "apiKey", generate_series(1, 98) n where "id" = ${id}`
    const made = await Promise.all([1, 2, 3].map(() => person.post('/api-key/create', {})))
    expect(made.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
  })

  test('a change waits for the key to stay, or sees that it is gone', async () => {
    const at = await setScene()
    const key = await keyOf('of the organization', at, ['webhook:manage'])
    await transaction(ctx, async (tx) => {
      await tx.db.write`delete from "apiKey" where "id" = ${key.id}`
      const change = key.post('/organization/create-webhook', { url: 'http://127.0.0.1:9/' })
      // It has read the key, and waits for its row.
      await expect
        .poll(async () => (await ctx.db.read`select from pg_locks where not "granted"`).length)
        .toBeGreaterThan(0)
      return { change }
    }).then(async ({ change }) => expect((await change).at('code')).toBe('INVALID_API_KEY'))
  })
})

describe('the token of a service', () => {
  const tokenFor = (key: string, query: Record<string, string> = {}) =>
    t.app.inject({ url: serviceTokenPath, headers: { 'x-api-key': key }, query: { audience: 'mf-invoices', ...query } })
  const claimsOf = (response: { json: () => { token: string } }) => decodeJwt(response.json().token)

  test('has the organization and the scopes of a key, and names it', async () => {
    const at = await setScene()
    for (const kind of kinds) {
      const { key, id } = await keyOf(kind, at, ['team:create'])
      const claims = claimsOf(await tokenFor(key))
      expect(claims).toMatchObject({
        sub: kind === 'personal' ? owner.id : `key:${id}`,
        act: { sub: `key:${id}` },
        userRole: 'user',
        organization: { id: at.id, roles: [], permissions: ['team:create'] },
      })
      expect(claims).not.toHaveProperty('sid')
      expect((await tokenFor(key, { organization: at.slug })).statusCode).toBe(200)
    }
  })

  test('is refused for another organization, and to a wrong key', async () => {
    const [at, other] = [await setScene(), await setScene()]
    const { key } = await keyOf('personal', at, [])
    expect((await tokenFor(key, { organization: other.slug })).statusCode).toBe(403)
    expect((await tokenFor(newKeyText())).statusCode).toBe(401)
  })
})

describe('management', () => {
  test('refuses what a person may not do, and what no key may have', async () => {
    const at = await setScene()
    const admin = await at.join('admin')
    const make = (browser: typeof admin | SignedIn, input: object) => browser.post('/api-key/create', input)
    const codes = [
      await make(admin, { organizationId: at.id }),
      await make(await signUp(), { organizationId: at.id }),
      await make(await signUp(), { organizationIds: [at.id] }),
      await make(owner, { organizationId: at.id, scopes: ['organization:delete'] }),
      await make(owner, { scopes: ['key:manage'] }),
      await make(owner, { scopes: ['mf-nothing:read'] }),
      await make(owner, { name: '' }),
      await make(owner, { name: 'x'.repeat(33) }),
      await make(owner, { expiresIn: 1 }),
      await make(owner, { expiresIn: 400 * 86_400 }),
      await make(owner, { permissions: { team: ['create'] } }),
      await make(owner, { metadata: { a: 1 } }),
    ].map((answer) => answer.at('code'))
    expect(codes).toEqual([
      'YOU_ARE_NOT_ALLOWED_TO_MANAGE_KEYS',
      'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
      'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
      'INVALID_SCOPE',
      'INVALID_SCOPE',
      'INVALID_SCOPE',
      'INVALID_NAME_LENGTH',
      'INVALID_NAME_LENGTH',
      'EXPIRES_IN_IS_TOO_SMALL',
      'EXPIRES_IN_IS_TOO_LARGE',
      'SERVER_ONLY_PROPERTY',
      'METADATA_DISABLED',
    ])
  })

  test('gives no scope that its manager lacks, and takes none', async () => {
    const at = await setScene()
    await owner.post('/organization/create-role', {
      role: 'keeper',
      permission: { key: ['manage'], team: ['create'] },
      organizationId: at.id,
    })
    const keeper = await signUp()
    await addMember(ctx, { organizationId: at.id, userId: keeper.id, role: 'keeper' })
    const own = await makeKey(t, keeper, { organizationId: at.id, scopes: ['team:create'] })
    const strong = await makeKey(t, owner, { organizationId: at.id, scopes: ['team:delete'] })
    const refused = [
      await keeper.post('/api-key/create', { organizationId: at.id, scopes: ['team:delete'] }),
      await keeper.post('/api-key/update', { keyId: own.id, scopes: ['team:create', 'audit:read'] }),
      await keeper.post('/api-key/update', { keyId: strong.id, scopes: [] }),
      await keeper.post('/api-key/update', { keyId: strong.id, enabled: true }),
      await keeper.post('/api-key/update', { keyId: strong.id, expiresIn: 86_400 }),
    ]
    expect(refused.map((answer) => answer.at('code'))).toEqual(Array(5).fill('YOU_ARE_NOT_ALLOWED_TO_MANAGE_KEYS'))
  })

  test('keeps the grant of a remote asleep while it is unpublished, and gives another remote nothing', async () => {
    const at = await setScene()
    const publish = (registration: string | null) =>
      t.app.inject({
        method: 'PUT',
        url: remotePermissionsPath,
        payload: {
          permissions:
            registration === null
              ? []
              : [{ name: 'mf-bills:approve', key: registration, label: { en: 'Approve' }, admins: false }],
        },
      })
    await publish('first')
    const key = await keyOf('of the organization', at, ['mf-bills:approve'])
    const readPermissions = async () => Object((await key.get('/actor')).body).organizations[0].permissions
    expect(await readPermissions()).toEqual(['mf-bills:approve'])
    await publish(null)
    expect((await owner.post('/api-key/update', { keyId: key.id, name: 'Asleep' })).status).toBe(200)
    expect(await readPermissions()).toEqual([])
    await publish('second')
    expect(await readPermissions()).toEqual([])
    await publish('first')
    expect(await readPermissions()).toEqual(['mf-bills:approve'])
    await publish(null)
  })

  test('hides the keys of others', async () => {
    const at = await setScene()
    const [mine, ofAcme] = [await makeKey(t, owner, {}), await makeKey(t, owner, { organizationId: at.id })]
    const stranger = await signUp()
    for (const { id } of [mine, ofAcme])
      for (const answer of [
        await stranger.get('/api-key/get', { query: { id } }),
        await stranger.post('/api-key/update', { keyId: id, name: 'x' }),
        await stranger.post('/api-key/delete', { keyId: id }),
      ])
        expect([answer.status, answer.at('code')]).toEqual([404, 'KEY_NOT_FOUND'])
    expect((await at.colleague.get('/api-key/get', { query: { id: ofAcme.id } })).status).toBe(403)
    const listed = await owner.get('/api-key/list', { query: { organizationId: at.id } })
    expect(listed.body).toMatchObject({ total: 1, apiKeys: [{ id: ofAcme.id, referenceId: at.id }] })
    expect(listed.text).not.toContain(ofAcme.key)
  })
})
