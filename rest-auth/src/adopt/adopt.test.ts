import { symmetricEncrypt } from 'better-auth-1-7/crypto'
import { sql } from 'database/sql.ts'
import { afterEach, describe, expect, test } from 'vitest'
import { emailedToken } from '../testing/emailed-link.ts'
import { dataAddress, pictureAddress, png } from '../testing/pictures.ts'
import { addPasskey, usePasskey } from '../testing/authenticator.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'
import { codeAt, stepAt } from '../two-factor/totp.ts'
import { adopt, printOnly } from './adopt.ts'
import type { Protection } from './losses.sql.ts'
import { describeDoubtfulProofs, withdrawDoubtfulProofs } from './proofs.ts'

const t = await startTestApp()
afterEach(async () => {
  await t.ctx.db.unsafe('drop schema if exists better_auth cascade; truncate "user", "organization" cascade')
})

/** Adopts the tables that a script creates in their own schema, and returns the printed lines. */
async function adoptFrom(script: string, accepted: Protection[] = []): Promise<string[]> {
  await t.ctx.database.begin((db) => db.unsafe(script))
  return adoptAgain(accepted)
}

async function adoptAgain(accepted: Protection[] = []): Promise<string[]> {
  const lines: string[] = []
  await adopt(t.ctx, { schema: 'better_auth', timeZone: 'Europe/Berlin', accepted, print: (line) => lines.push(line) })
  return lines
}

const usersHere = async (): Promise<number> => (await t.ctx.db.read`select from "user"`).length

/** The tables of better-auth 1.2.7's migration, in their own schema. */
const oldTables = `
create schema better_auth;
set local search_path = better_auth;
create table "user" ("id" text primary key, "name" text not null, "email" text not null unique, "emailVerified" boolean not null, "image" text, "createdAt" timestamp not null, "updatedAt" timestamp not null, "username" text unique, "displayUsername" text);
create table "session" ("id" text primary key, "expiresAt" timestamp not null, "token" text not null unique, "createdAt" timestamp not null, "updatedAt" timestamp not null, "ipAddress" text, "userAgent" text, "userId" text not null references "user" ("id"), "activeOrganizationId" text);
create table "account" ("id" text primary key, "accountId" text not null, "providerId" text not null, "userId" text not null references "user" ("id"), "accessToken" text, "refreshToken" text, "idToken" text, "accessTokenExpiresAt" timestamp, "refreshTokenExpiresAt" timestamp, "scope" text, "password" text, "createdAt" timestamp not null, "updatedAt" timestamp not null);
create table "verification" ("id" text primary key, "identifier" text not null, "value" text not null, "expiresAt" timestamp not null, "createdAt" timestamp, "updatedAt" timestamp);
create table "organization" ("id" text primary key, "name" text not null, "slug" text not null unique, "logo" text, "createdAt" timestamp not null, "metadata" text);
create table "member" ("id" text primary key, "organizationId" text not null references "organization" ("id"), "userId" text not null references "user" ("id"), "role" text not null, "createdAt" timestamp not null);
create table "invitation" ("id" text primary key, "organizationId" text not null references "organization" ("id"), "email" text not null, "role" text, "status" text not null, "expiresAt" timestamp not null, "inviterId" text not null references "user" ("id"));
insert into "user" values ('ann', 'Ann', 'ann@example.com', true, null, '2025-07-01 12:00', '2025-07-01 12:00', 'ann', 'Ann');
insert into "user" values ('bob', 'Bob', 'bob@example.com', false, null, '2025-07-01 12:00', '2025-07-01 12:00');
insert into "account" ("id", "accountId", "providerId", "userId", "password", "createdAt", "updatedAt") values ('a1', 'ann', 'credential', 'ann', '937ac6f2f3ff6a1c36eb328060117624:e2f8c90888663dfb229547b50537c6ed5485d18e8128a9810a2779f00f05ffc390b7802258d7a9834a9adba528a481a19346131497b7d009b55ee7b5465abbeb', '2025-07-01', '2025-07-01');
insert into "account" ("id", "accountId", "providerId", "userId", "createdAt", "updatedAt") values ('a2', '7', 'github', 'bob', '2025-07-02', '2025-07-02'), ('a3', '7', 'github', 'ann', '2025-07-03', '2025-07-03');
insert into "organization" values ('acme', 'Acme', 'acme', null, '2025-07-01', '{"plan":"free"}');
insert into "member" values ('m1', 'acme', 'ann', 'member', '2025-07-01'), ('m2', 'acme', 'ann', 'owner', '2025-07-02'), ('m3', 'acme', 'bob', 'admin', '2025-07-02');
insert into "invitation" values ('i1', 'acme', 'New@example.com', 'member', 'pending', '2099-01-01', 'ann'), ('i2', 'acme', 'new@example.com', 'admin', 'pending', '2099-01-02', 'bob');
insert into "session" values ('s1', '2099-01-01', '0aIZvIFn4ZFNLaymd7YXTrPqF1PUfLP3', '2025-07-01', '2025-07-01', '', 'old browser', 'ann', 'gone');
`

test('copies users, passwords, sessions and organizations of better-auth 1.2', async () => {
  const keys = () => t.ctx.db.read`
    select "conname" as "name", pg_get_constraintdef("oid") as "definition" from pg_constraint
    where "connamespace" = 'public'::regnamespace and "contype" = 'f' and "convalidated"
    union all select "indexname", "indexdef" from pg_indexes where "schemaname" = 'public' order by 1, 2`
  const keysBefore = await keys()
  expect(keysBefore.length).toBeGreaterThan(40)
  expect(await adoptFrom(oldTables)).toEqual([
    'Everything is copied.',
    'user: 2 of 2 rows',
    'organization: 1 of 1 rows',
    'account: 2 of 3 rows',
    'member: 2 of 3 rows',
    'session: 1 of 1 rows',
    'invitation: 2 of 2 rows',
  ])

  const ann = await t.browser().post('/sign-in/username', { username: 'ANN', password: 'password1' })
  expect(ann.at('user', 'createdAt')).toBe('2025-07-01T10:00:00.000Z') // noon in Berlin
  expect(await t.ctx.db.read`select "id", "role" from "member" order by "id"`).toEqual([
    { id: 'm2', role: 'owner' },
    { id: 'm3', role: 'admin' },
  ])
  const invitations = await t.ctx.db.read`select "id", "email", "status" from "invitation" order by "id"`
  expect(invitations).toEqual([
    { id: 'i1', email: 'new@example.com', status: 'canceled' },
    { id: 'i2', email: 'new@example.com', status: 'pending' },
  ])
  expect(await keys()).toEqual(keysBefore)
  const [github] = await t.ctx.db.read`select "userId" from "account" where "providerId" = 'github'`
  expect(github).toEqual({ userId: 'bob' })
  expect(await t.ctx.db.read`select "activeOrganizationId" from "session" where "id" = 's1'`).toEqual([
    { activeOrganizationId: null },
  ])
})

test('carries the roles of organizations over, with the members who have them', async () => {
  const lines = await adoptFrom(`${oldTables}
    create table "organizationRole" ("id" text primary key, "organizationId" text not null, "role" text not null, "permission" text not null, "createdAt" timestamp not null, "updatedAt" timestamp);
    insert into "organizationRole" values
      ('r1', 'acme', 'billing', '{"team":["create"],"project":["share"]}', '2025-07-01', null),
      ('r2', 'acme', 'admin', '{"team":["create"]}', '2025-07-01', null),
      ('r3', 'acme', 'two words', '{"team":["create"]}', '2025-07-01', null),
      ('r4', 'acme', 'odd', '{"team":"create"}', '2025-07-01', null),
      ('r5', 'gone', 'billing', '{"team":["create"]}', '2025-07-01', null);
    update "member" set "role" = 'billing, legacy' where "id" = 'm3';
    update "invitation" set "role" = 'billing' where "id" = 'i2'`)
  expect(lines.slice(0, lines.indexOf('user: 2 of 2 rows'))).toEqual([
    'Not copied, or changed:',
    '  role "legacy" of members, which grants no permissions here: 1',
    expect.stringMatching(/role "(admin|odd|two words)" of organizations, whose name or permissions cannot/),
    expect.stringMatching(/role "(admin|odd|two words)" of organizations, whose name or permissions cannot/),
    expect.stringMatching(/role "(admin|odd|two words)" of organizations, whose name or permissions cannot/),
    '  permission "project:share" of roles of organizations, which permits nothing here: 1',
  ])
  expect(lines).toContain('organizationRole: 1 of 5 rows')
  const ann = t.browser()
  await ann.post('/sign-in/username', { username: 'ann', password: 'password1' })
  const { body } = await ann.get('/organization/list-roles', { query: { organizationId: 'acme' } })
  expect(body).toEqual([
    expect.objectContaining({ role: 'billing', permission: { team: ['create'], project: ['share'] } }),
  ])
  expect(await t.ctx.db.read`select "role" from "member" where "id" = 'm3'`).toEqual([{ role: 'billing, legacy' }])
})

test('keeps the active team of a session if its user is in it', async () => {
  await adoptFrom(`${oldTables}
    create table "team" ("id" text primary key, "name" text not null, "organizationId" text not null, "createdAt" timestamptz not null);
    create table "teamMember" ("id" text primary key, "teamId" text not null, "userId" text not null, "createdAt" timestamptz);
    insert into "organization" values ('other', 'Other', 'other', null, '2025-07-01');
    insert into "member" values ('m4', 'other', 'ann', 'owner', '2025-07-01');
    insert into "team" values ('red', 'Red', 'acme', now()), ('blue', 'Blue', 'acme', now()), ('far', 'Far', 'other', now());
    insert into "teamMember" values ('tm1', 'red', 'ann', '2025-07-02'), ('tm2', 'blue', 'ann', '2025-07-01'), ('tm3', 'far', 'ann', null);
    alter table "session" add column "activeTeamId" text;
    insert into "session" ("id", "expiresAt", "token", "createdAt", "updatedAt", "userId", "activeOrganizationId", "activeTeamId")
      select 's ' || "user" || ' ' || "team", '2099-01-01', "user" || "team", '2025-07-01', '2025-07-01', "user", 'acme', "team"
      from (values ('ann', 'red'), ('ann', 'blue'), ('ann', 'far'), ('ann', 'gone'), ('bob', 'red')) as s ("user", "team")`)
  expect(
    await t.ctx.db.read`select "id", "activeTeamId" from "session" where "activeOrganizationId" = 'acme' order by "id"`,
  ).toEqual([
    { id: 's ann blue', activeTeamId: 'blue' },
    { id: 's ann far', activeTeamId: null },
    { id: 's ann gone', activeTeamId: null },
    { id: 's ann red', activeTeamId: 'red' },
    { id: 's bob red', activeTeamId: null },
  ])
})

test('keeps passkeys, with which their users go on signing in', async () => {
  const before = await startTestApp()
  const maker = await before.signUp()
  const passkey = await addPasskey(maker)
  const [key] = await before.ctx.db.read<{ publicKey: string }[]>`select "publicKey" from "passkey"`
  const values = `'${key?.publicKey}', 'ann', '${passkey.credentialID}', 1, 'singleDevice', false, '', '2025-07-01', null`
  const lines = await adoptFrom(`${oldTables}
    create table "passkey" ("id" text primary key, "name" text, "publicKey" text not null, "userId" text not null, "credentialID" text not null, "counter" integer not null, "deviceType" text not null, "backedUp" boolean not null, "transports" text, "createdAt" timestamp, "aaguid" text);
    insert into "passkey" values ('p1', null, ${values}), ('p2', 'The same', ${values}), ('p3', 'Of nobody', ${values.replace("'ann'", "'gone'")})`)
  expect(lines).toContain('passkey: 1 of 3 rows')
  const browser = t.browser()
  expect((await usePasskey(browser, passkey)).at('user', 'id')).toBe('ann')
  expect((await browser.get('/passkey/list-user-passkeys')).body).toMatchObject([
    { id: 'p1', name: 'Passkey', transports: null },
  ])
})

test('prints what is not copied, with the number of rows, before the copy', async () => {
  const lines = await adoptFrom(`${oldTables}
    alter table "user" add column "plan" text, add column "isAnonymous" boolean default false, add column "banned" boolean, add column "banReason" text, add column "banExpires" timestamp, add column "role" text;
    update "user" set "plan" = 'gold', "banned" = true, "banReason" = 'spam', "banExpires" = '2099-01-01', "role" = 'support, admin' where "id" = 'ann';
    alter table "session" add column "impersonatedBy" text;
    insert into "session" ("id", "expiresAt", "token", "createdAt", "updatedAt", "userId", "impersonatedBy") values ('s2', '2099-01-01', 'of an administrator', '2025-07-01', '2025-07-01', 'ann', 'bob');
    create table "apikey" ("id" text);
    create table "empty" ("id" text);
    insert into "apikey" values ('p1'), ('p2');
    update "member" set "role" = 'billing, admin' where "id" = 'm3';
    update "invitation" set "role" = 'billing' where "id" = 'i2';
    update "account" set "password" = '$pbkdf2-sha256$1$x$y' where "id" = 'a2';
    update "account" set "password" = 'x' where "id" = 'a3';
    create table "team" ("id" text primary key, "name" text not null, "organizationId" text not null, "createdAt" timestamptz not null);
    create table "teamMember" ("id" text primary key, "teamId" text not null, "userId" text not null, "createdAt" timestamptz);
    insert into "team" select id, id, 'acme', now() from unnest(array['red', 'blue', 'green']) id;
    insert into "teamMember" values ('tm1', 'red', 'ann', '2025-07-02'), ('tm2', 'blue', 'ann', '2025-07-01'), ('tm3', 'green', 'bob', null);
    alter table "invitation" add column "teamId" text, add column "createdAt" timestamp;
    update "invitation" set "teamId" = 'gone,green,red', "createdAt" = case when "id" = 'i1' then timestamp '2025-07-03' end;`)
  expect(lines.slice(0, lines.indexOf('user: 2 of 2 rows'))).toEqual([
    'Not copied, or changed:',
    '  table "apikey": 2',
    '  column "plan" of "user": 1',
    '  role "support" of users, which grants no permissions here: 1',
    '  role "billing" of members, which grants no permissions here: 1',
    '  role "billing" of open invitations, which grants no permissions here: 1',
    '  passwords hashed as an unknown algorithm, which cannot be verified here (not copied): 1',
    '  passwords hashed as $pbkdf2-sha256$, which cannot be verified here (not copied): 1',
    '  sessions of administrators as other users (not copied): 1',
  ])
  expect(await t.ctx.db.read`select "id", "teamId" from "member" order by "id"`).toEqual([
    { id: 'm2', teamId: 'blue' },
    { id: 'm3', teamId: 'green' },
  ])
  expect(await t.ctx.db.read`select "userId", "teamId" from "teamMember" order by "userId", "createdAt"`).toEqual([
    { userId: 'ann', teamId: 'blue' },
    { userId: 'ann', teamId: 'red' },
    { userId: 'bob', teamId: 'green' },
  ])
  expect(await t.ctx.db.read`select "id", "memberCount" from "team" order by "id"`).toEqual([
    { id: 'blue', memberCount: 1 },
    { id: 'green', memberCount: 1 },
    { id: 'red', memberCount: 1 },
  ])
  expect(await t.ctx.db.read`select distinct "teamId", "moreTeamIds" from "invitation"`).toEqual([
    { teamId: 'green', moreTeamIds: '{red}' },
  ])
  const dated = await t.ctx.db.read`
    select "id", "createdAt" = '2025-07-02T22:00Z' as "isKept" from "invitation" order by "id"`
  expect(dated).toEqual([
    { id: 'i1', isKept: true },
    { id: 'i2', isKept: false },
  ])
  expect(await t.ctx.db.read`select "id" from "session"`).toEqual([{ id: 's1' }])
  expect(await t.ctx.db.read`select "role", "banned", "banReason", "banExpires" from "user" order by "id"`).toEqual([
    { role: 'admin', banned: true, banReason: 'spam', banExpires: new Date('2098-12-31T23:00Z') },
    { role: 'user', banned: false, banReason: null, banExpires: null },
  ])
})

test('drops a password that cannot be verified, in equal time, and its owner resets it by email', async () => {
  const bcrypt = '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'
  const lines = await adoptFrom(`${oldTables} update "account" set "password" = '${bcrypt}' where "id" = 'a1'`)
  expect(lines).toContain('  passwords hashed as $2b$, which cannot be verified here (not copied): 1')
  expect(await t.ctx.db.read`select "password" from "account" where "userId" = 'ann'`).toEqual([{ password: null }])
  const browser = t.browser()
  const signIn = (password: string) => browser.post('/sign-in/email', { email: 'ann@example.com', password })
  expect((await signIn('password1')).at('code')).toBe('INVALID_EMAIL_OR_PASSWORD')
  await browser.post('/forget-password', { email: 'ann@example.com', redirectTo: '/reset' })
  const token = await emailedToken(t, 'ann@example.com', 'resetPassword')
  expect((await browser.post('/reset-password', { token, newPassword: testPassword })).status).toBe(200)
  expect((await signIn(testPassword)).status).toBe(200)
})

const protecting: readonly [Protection, string][] = [
  [
    'bans',
    `alter table "user" add column "is_banned" boolean default false; update "user" set "is_banned" = true where "id" = 'bob'`,
  ],
  [
    'two-factor',
    `alter table "user" add column "twoFactorEnabled" boolean default false; update "user" set "twoFactorEnabled" = true where "id" = 'bob'`,
  ],
  [
    'disabled',
    `alter table "user" add column "disabled" boolean; update "user" set "disabled" = true where "id" = 'bob'`,
  ],
  [
    'disabled',
    `alter table "user" add column "deletedAt" timestamp; update "user" set "deletedAt" = '2025-07-01' where "id" = 'bob'`,
  ],
  [
    'disabled',
    `alter table "member" add column "is_active" boolean default true; update "member" set "is_active" = false where "id" = 'm3'`,
  ],
]
for (const [protection, change] of protecting) {
  test(`stops for ${protection}: ${change.split(';')[0]}`, async () => {
    await expect(adoptFrom(`${oldTables} ${change}`)).rejects.toThrow(
      new RegExp(
        `^Nothing was copied: these protections would be lost: ${protection} \\((column ".*"|second factors .* of bob@example.com): 1\\)\\. .*--accept ${protection}$`,
      ),
    )
    const others = (['bans', 'two-factor', 'disabled'] as const).filter((name) => name !== protection)
    await expect(adoptAgain(others)).rejects.toThrow('Nothing was copied')
    expect(await usersHere()).toBe(0)
    await adoptAgain([protection])
    expect(await usersHere()).toBe(2)
  })
}

test('carries second factors over with the secret of the old server, and names those that it does not open', async () => {
  const { secrets } = t.ctx.config
  const raw = 'a text of the old server, as key'
  const sealed = (data: string, key = secrets[0]) => symmetricEncrypt({ key, data })
  const bobs = await sealed('someone else’s', 'a secret that was lost')
  const change = `
    alter table "user" add column "twoFactorEnabled" boolean default false; update "user" set "twoFactorEnabled" = true;
    create table "twoFactor" ("id" text, "secret" text, "backupCodes" text, "userId" text, "verified" boolean);
    insert into "twoFactor" values ('1', '${await sealed(raw)}', '${await sealed('["AbCdE-12345"]')}', 'ann', true),
      ('2', '${bobs}', '[]', 'bob', null);`
  await expect(adoptFrom(`${oldTables} ${change}`)).rejects.toThrow('opens, of bob@example.com: 1')
  const lines = await adoptAgain(['two-factor'])
  expect(lines).toContain('twoFactor: 1 second factors')
  const signIn = async (email: string) => {
    const browser = t.browser()
    return [browser, await browser.post('/sign-in/email', { email, password: 'password1' })] as const
  }
  const [browser, asked] = await signIn('ann@example.com')
  expect(asked.body).toEqual({ twoFactorRedirect: true, twoFactorMethods: ['totp', 'backup-code'] })
  const code = codeAt(Buffer.from(raw), stepAt(t.clock.now()))
  expect((await browser.post('/two-factor/verify-totp', { code })).at('user', 'id')).toBe('ann')
  const [other] = await signIn('ann@example.com')
  expect((await other.post('/two-factor/verify-backup-code', { code: 'AbCdE-12345' })).at('user', 'id')).toBe('ann')
  expect(await t.ctx.db.read`select "id" from "user" where "twoFactorEnabled"`).toEqual([{ id: 'ann' }])
})

test('ignores protecting columns that protect nobody', async () => {
  const lines = await adoptFrom(`${oldTables}
    alter table "user" add column "banned" boolean, add column "twoFactorEnabled" boolean default false, add column "disabledAt" timestamp, add column "active" boolean default true`)
  expect(lines[0]).toBe('Everything is copied.')
})

test('finds tables and columns in the plural and in snake case', async () => {
  const names = new Set(oldTables.match(/(?<=")[a-z]+[A-Z]\w*(?=")/g))
  const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const script = [...names].reduce((text, name) => text.replaceAll(`"${name}"`, `"${snake(name)}"`), oldTables)
  const plural = ['user', 'session', 'account', 'organization', 'member', 'invitation']
  await adoptFrom(plural.reduce((text, name) => text.replaceAll(`"${name}"`, `"${name}s"`), script))
  const ann = await t.browser().post('/sign-in/username', { username: 'ann', password: 'password1' })
  expect(ann.status).toBe(200)
  expect(await t.ctx.db.read`select "userId" from "member" order by "id"`).toEqual([
    { userId: 'ann' },
    { userId: 'bob' },
  ])
})

test('copies numbers and UUIDs as ids, and metadata as JSON, as text', async () => {
  await adoptFrom(`${oldTables}
    drop table "session", "account", "member", "invitation", "user", "organization";
    create table "user" ("id" serial primary key, "name" text, "email" text, "emailVerified" boolean, "createdAt" timestamp, "updatedAt" timestamp);
    create table "account" ("id" serial, "accountId" text, "providerId" text, "userId" integer, "createdAt" timestamp, "updatedAt" timestamp);
    create table "organization" ("id" uuid, "name" text, "slug" text, "createdAt" timestamp, "metadata" jsonb);
    create table "member" ("id" serial, "organizationId" uuid, "userId" integer, "role" text, "createdAt" timestamp);
    insert into "user" values (7, 'Ann', 'ann@example.com', true, now(), now());
    insert into "account" values (1, '9', 'github', 7, now(), now());
    insert into "organization" values ('b8f5b1a8-0000-4000-8000-000000000000', 'Acme', 'acme', now(), '{"plan":"free"}');
    insert into "member" values (1, 'b8f5b1a8-0000-4000-8000-000000000000', 7, 'owner', now());`)
  expect(
    await t.ctx.db.read`
    select m."userId", o."metadata" from "member" m join "organization" o on o."id" = m."organizationId"`,
  ).toEqual([{ userId: '7', metadata: '{"plan": "free"}' }])
})

const wrong: readonly [what: string, script: string, sentence: string][] = [
  ['a schema without tables', 'create schema better_auth', 'The schema "better_auth" has no tables of a better-auth server. It is empty.'],
  ['tables of another kind', 'create schema better_auth; create table better_auth."people" ("id" text)', 'There are "people". Similar tables are in "public".'],
  ['another name for accounts', `${oldTables} alter table "account" rename to "logins"`, 'The schema "better_auth" has no table "account", only "invitation", "logins", "member"'],
  ['another name for members', `${oldTables} alter table "member" rename to "crew"`, 'The schema "better_auth" has no table "member"'],
  ['another name for a column', `${oldTables} alter table "user" rename "email" to "mail"`, 'The table "user" has no column "email", only "id", "name", "mail"'],
  ['two tables for one', `${oldTables} create table "users" ("id" text)`, 'Both "user" and "users" could be the table "user". Rename one of them.'],
  ['addresses that differ only in their case', `${oldTables} update "user" set "email" = 'ANN@example.com' where "id" = 'bob'`, 'Change all but one of each: ann@example.com'],
  ['usernames that differ only in their case', `${oldTables} update "user" set "username" = 'ANN' where "id" = 'bob'`, 'Change all but one of each: ann'],
] // prettier-ignore
for (const [what, script, sentence] of wrong) {
  test(`reports the problem and copies nothing: ${what}`, async () => {
    await expect(adoptFrom(script)).rejects.toThrow(sentence)
    expect(await usersHere()).toBe(0)
  })
}

test('requires another schema than that of rest-auth', async () => {
  const adoption = { schema: 'public', timeZone: 'UTC', accepted: [], print: () => {} }
  await expect(adopt(t.ctx, adoption)).rejects.toThrow('"public" belongs to rest-auth')
})

test('refuses to copy into a database with users, also for two concurrent copies', async () => {
  await t.ctx.database.begin((db) => db.unsafe(oldTables))
  const both = await Promise.allSettled([adoptAgain(), adoptAgain()])
  const refusal = 'Nothing was copied: this database already has 2 users. Use an empty database.'
  expect(both.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []))).toEqual([refusal])
  await expect(adoptAgain()).rejects.toThrow(refusal)
  expect(await usersHere()).toBe(2)
})

test('rolls back if the copy fails', async () => {
  const script = `${oldTables} alter table "invitation" alter "status" drop not null; update "invitation" set "status" = 'odd'`
  await expect(adoptFrom(script)).rejects.toThrow('invitation_status_check')
  expect(await usersHere()).toBe(0)
})

test('changes nothing with --list', async () => {
  await t.ctx.database.begin((db) => db.unsafe(`${oldTables} create table "other" as select 1 as "id"`))
  const lines: string[] = []
  await printOnly(t.ctx, { schema: 'better_auth', print: (line) => lines.push(line) })
  expect(lines).toEqual(['Not copied, or changed:', '  table "other": 1', expect.stringContaining('ADOPTED_SECRET')])
  expect(await usersHere()).toBe(0)
})

const withProviders = (...ids: string[]) => `${oldTables}
  insert into "user" values ('ceo', 'Mallory', 'ceo@corp.example', true, null, '2025-07-01', '2025-07-01');
  ${ids.map((id, n) => `insert into "account" ("id", "accountId", "providerId", "userId", "createdAt", "updatedAt") values ('p${n}', 'of-mallory', '${id}', 'ceo', '2025-07-01', '2025-07-01');`).join('\n')}`
const provedUsers = async () => {
  const users = await t.ctx.db.read<{ id: string }[]>`select "id" from "user" where "proved" order by "id"`
  return users.map(({ id }) => id)
}

/** A reset by the owner of ceo@corp.example. Returns what is left to sign in with. */
async function waysInAfterReset() {
  await t.post('/forget-password', { email: 'ceo@corp.example' })
  const token = await emailedToken(t, 'ceo@corp.example', 'resetPassword')
  expect((await t.post('/reset-password', { token, newPassword: testPassword })).status).toBe(200)
  const accounts = await t.ctx.db.read<{ providerId: string }[]>`
    select "providerId" from "account" where "userId" = 'ceo' order by 1`
  return accounts.map(({ providerId }) => providerId)
}

describe('counts a verified email', () => {
  const doubtful = ['microsoft', 'gitlab', 'kick', 'vk', 'roblox', 'facebook', 'reddit', 'tiktok', 'spotify', 'my-sso']
  test.each(doubtful)('as not proved with an account at %s, so a reset ends it', async (provider) => {
    const lines = await adoptFrom(withProviders('google', provider))
    expect(lines).toContain(
      `  verified emails of users with an account at "${provider}", which does not vouch for emails (not proved here): 1`,
    )
    expect(await provedUsers()).toEqual(['ann'])
    expect(await t.ctx.db.read`select "id" from "user" where "emailVerified" order by 1`).toHaveLength(2)
    expect(await waysInAfterReset()).toEqual(['credential'])
    expect(await provedUsers()).toEqual(['ann', 'ceo'])
  })

  const vouching = ['google', 'github', 'apple', 'discord', 'dropbox', 'linkedin', 'twitch', 'twitter', 'zoom']
  test.each(vouching)('as proved with an account at %s, which a reset keeps', async (provider) => {
    const lines = await adoptFrom(withProviders(provider))
    expect(lines[0]).toBe('Everything is copied.')
    expect(await provedUsers()).toEqual(['ann', 'ceo'])
    expect(await waysInAfterReset()).toEqual(['credential', provider].toSorted())
  })
})

test('lists and withdraws what release 2.0.0 took for proved', async () => {
  await adoptFrom(withProviders('microsoft', 'vk'))
  await t.ctx.db.write`update "user" set "proved" = "emailVerified"` // as 2.0.0 did
  const native = await t.signUp({ emailVerified: true })
  await t.ctx.db.write`update "user" set "proved" = true where "id" = ${native.id}`
  await t.ctx.db.write`insert into "account" ("id", "accountId", "providerId", "userId", "createdAt", "updatedAt")
    values ('native', 'own', 'microsoft', ${native.id}, now(), now())`
  expect(await describeDoubtfulProofs(t.ctx)).toBe('ceo@corp.example (microsoft, vk)')
  expect(await provedUsers()).toEqual(['ann', 'ceo', native.id].toSorted())
  expect(await withdrawDoubtfulProofs(t.ctx)).toBe(
    'Emails that no longer count as proved, until their owners prove them: 1.',
  )
  expect(await provedUsers()).toEqual(['ann', native.id].toSorted())
  expect(await describeDoubtfulProofs(t.ctx)).toMatch(/^No adopted account/)
  expect(await waysInAfterReset()).toEqual(['credential'])
})

test('gives pictures in rows our URLs, removes invalid ones and keeps other URLs', async () => {
  const large = png('a'.repeat(150_000))
  const images = [
    dataAddress(png('old')),
    dataAddress(png('old')).replace(',', ', '), // as better-auth keeps photos of Microsoft
    dataAddress(large),
    'data:image/svg+xml,<svg/>',
    `https://cdn.test/${'a'.repeat(4000)}`,
    'https://cdn.test/a.png',
    null,
  ]
  const people = images.map((image, n) => ({
    id: `old${n}`,
    name: 'Old',
    email: `old${n}@x.test`,
    emailVerified: true,
    image,
    createdAt: t.clock.now(),
    updatedAt: t.clock.now(),
  }))
  await t.ctx.database.begin(async (db) => {
    await db.unsafe(oldTables)
    await db.write`insert into "user" ${sql(people)}`
    await db.write`update "organization" set "logo" = ${images[0] ?? ''}`
  })
  const lines = await adoptAgain()
  const { baseUrl } = t.ctx.config
  const [old, largeOne] = [await pictureAddress(baseUrl, png('old')), await pictureAddress(baseUrl, large)]
  const adopted = await t.ctx.db.read`select "image" from "user" where "id" like 'old%' order by "id"`
  expect(adopted.map(({ image }) => image)).toEqual([old, old, largeOne, null, null, 'https://cdn.test/a.png', null])
  expect(await t.ctx.db.read`select "logo" from "organization"`).toEqual([{ logo: old }])
  expect(await t.ctx.db.read`select from "user" u join "picture" p on p."hash" = u."picture"`).toHaveLength(3)
  expect(lines.slice(-2)).toEqual([
    '  picture of user "old3" was removed: its format is not supported',
    '  picture of user "old4" was removed: its format is not supported',
  ])
})
