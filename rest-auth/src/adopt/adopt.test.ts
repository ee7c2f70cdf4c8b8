import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { transaction } from '../context.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { copyFrom } from './adopt.sql.ts'

const t = await startTestApp()

/** The tables as the migration of better-auth 1.2.7 makes them, in a schema of their own. */
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

test('a better-auth 1.2 database comes over: people, passwords, sessions, organizations', async () => {
  const adopted = await transaction(t.ctx, async (tx) => {
    await tx.sql.unsafe(oldTables)
    await tx.sql`set local search_path = public`
    return copyFrom(tx, 'better_auth', 'Europe/Berlin')
  })
  expect(adopted).toEqual([
    { table: 'user', found: 2, copied: 2 },
    { table: 'organization', found: 1, copied: 1 },
    { table: 'session', found: 1, copied: 1 },
    { table: 'account', found: 3, copied: 2 },
    { table: 'member', found: 3, copied: 2 },
    { table: 'invitation', found: 2, copied: 2 },
  ])

  const ann = t.browser()
  const signed = await ann.post('/sign-in/username', { username: 'ANN', password: 'password1' })
  expect(signed.at('user', 'createdAt')).toBe('2025-07-01T10:00:00.000Z') // noon in Berlin
  const full = await ann.get('/organization/get-full-organization', { query: { organizationSlug: 'acme' } })
  expect(full.body).toMatchObject({
    metadata: '{"plan":"free"}',
    members: expect.arrayContaining([
      expect.objectContaining({ id: 'm2', role: 'owner', userId: 'ann' }),
      expect.objectContaining({ id: 'm3', role: 'admin', userId: 'bob' }),
    ]),
  })
  const invitations = await t.ctx.sql`select "id", "email", "status" from "invitation" order by "id"`
  expect(invitations).toEqual([
    { id: 'i1', email: 'new@example.com', status: 'canceled' },
    { id: 'i2', email: 'new@example.com', status: 'pending' },
  ])
  const [github] = await t.ctx.sql`select "userId" from "account" where "providerId" = 'github'`
  expect(github).toEqual({ userId: 'bob' })

  // A session goes on when AUTH_SECRET is taken over, because its cookie is still signed by it.
  const token = '0aIZvIFn4ZFNLaymd7YXTrPqF1PUfLP3'
  const old = t.browser()
  const signature = createHmac('sha256', t.ctx.config.secrets[0]).update(token).digest('base64')
  old.jar.set('better-auth.session_token', encodeURIComponent(`${token}.${signature}`))
  expect((await old.get('/get-session')).body).toMatchObject({
    user: { id: 'ann' },
    session: { activeOrganizationId: null },
  })
})
