import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { templateUrlVariable, replaceDatabase } from 'database/testing/test-database.ts'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { Browser } from '../testing/browser.ts'
import {
  installLinesBetween,
  oldVersions,
  startOldServer,
  type OldPerson,
  type OldVersion,
} from '../testing/old-server.ts'
import { runProgram } from '../testing/run-program.ts'
import { startTestApp, testOrigin, type TestApp } from '../testing/start-test-app.ts'
import { testPassword } from '../testing/test-password.ts'

// Adopts databases of real better-auth servers with the commands of docs/adopting.md.

vi.setConfig({ testTimeout: 180_000 }) // each starts a server of theirs and several processes of ours

const guide = await readFile(new URL('../../../docs/adopting.md', import.meta.url), 'utf8')
/** The text in backquotes with this beginning. */
const fromGuide = (start: string): string => {
  const found = guide.split('`').find((part) => part.startsWith(start))
  if (!found) throw new Error(`docs/adopting.md has no \`${start} …\``)
  return found
}

const folder = await installLinesBetween()

for (const version of oldVersions) {
  test(`lets users of a ${version} server continue`, async () => {
    const t = await startTestApp()
    const url = await emptyDatabase(t)
    const old = await startOldServer(version, {
      folder,
      databaseUrl: url,
      origin: testOrigin,
      secret: t.ctx.config.secrets[0],
    })
    const { ann, ids } = await live(version, old.person, t)
    await old.stop()

    await t.ctx.db.unsafe(fromGuide('alter schema'))
    const [code, output] = await admin(fromGuide('npm run admin -- adopt --schema better_auth'), url)
    expect([code, output]).toEqual([0, expect.stringMatching(/^user: 4 of 4 rows/m)])
    expect(output).toMatch(/column "plan" of "user": 1$/m)

    // Cookies, passwords, usernames.
    const browser = t.browser()
    for (const [name, value] of ann.jar) browser.jar.set(name, value)
    const session = await browser.get('/get-session')
    expect(session.body).toMatchObject({ user: { id: ids.ann }, session: { activeOrganizationId: ids.acme } })
    for (const name of ['ann', 'bob', 'cyd', 'dora']) {
      const response = await t.browser().post('/sign-in/username', { username: name, password: testPassword })
      expect(response.at('user', 'email')).toBe(`${name}@example.com`)
    }
    // Organization, teams, roles, invitation.
    const full = await browser.get('/organization/get-full-organization')
    expect(full.body).toMatchObject({
      metadata: '{"plan":"free"}',
      members: expect.arrayContaining([
        expect.objectContaining({ userId: ids.ann, role: 'owner' }),
        expect.objectContaining({ userId: ids.bob, role: ids.roles.join(','), teamId: ids.red }),
      ]),
      invitations: expect.arrayContaining([
        expect.objectContaining({ email: 'cyd@example.com', status: 'pending', teamId: ids.several.join(',') }),
      ]),
    })
    const cy = t.browser()
    await cy.post('/sign-in/email', { email: 'cyd@example.com', password: testPassword })
    const joined = await cy.post('/organization/accept-invitation', { invitationId: ids.invitation })
    expect(joined.body).toMatchObject({ member: { role: 'member', teamId: ids.red } })
    expect(await teamsOf(cy)).toEqual(ids.several.toSorted())
    const bob = t.browser()
    await bob.post('/sign-in/email', { email: 'bob@example.com', password: testPassword })
    expect(await teamsOf(bob)).toEqual(ids.several.toSorted())
    const roles = await browser.get(`/organization/list-roles?organizationId=${ids.acme}`)
    expect(roles.body).toEqual(
      ids.roles.slice(1).map((role) => expect.objectContaining({ role, permission: { invitation: ['create'] } })),
    )
  })
}

test('copies roles and bans of a 1.7 server, and stops for a second factor until it is accepted', async () => {
  const t = await startTestApp()
  const url = await emptyDatabase(t)
  const old = await startOldServer('1.7.25', { databaseUrl: url, origin: testOrigin, secret: t.ctx.config.secrets[0] })
  const { ann, ids } = await live('1.7.25', old.person, t)
  await ann.post('/two-factor/enable', { password: testPassword })
  await t.ctx.db.write`update "user" set "role" = 'admin' where "id" = ${ids.dora}`
  const dora = old.person()
  await dora.post('/sign-in/email', { email: 'dora@example.com', password: testPassword })
  await dora.post('/admin/ban-user', { userId: ids.bob, banReason: 'spam' })
  await old.stop()

  // Losses are also printed before anything is copied. The command has another secret.
  const lost = 'second factors that neither AUTH_SECRET nor ADOPTED_SECRET opens, of ann@example.com'
  const before = await admin(fromGuide('npm run admin -- adopt --schema public --list'), url)
  expect(before).toEqual([0, expect.stringContaining(`${lost}: 1 (two-factor)`)])
  const started = await run('../main.ts', [], url)
  expect(started).toEqual([1, expect.stringMatching(/relation "user" already exists.* see docs\/adopting\.md\.$/m)])

  await t.ctx.db.unsafe(fromGuide('alter schema'))
  const words = fromGuide('npm run admin -- adopt --schema better_auth')
  const [code, output] = await admin(words, url)
  expect(code).toBe(1)
  expect(output).toContain(
    `Nothing was copied: these protections would be lost: two-factor (${lost}: 1). ` +
      'To copy anyway, add --accept two-factor\n',
  )
  const [refused] = await admin(`${words} --accept bans`, url)
  expect(refused).toBe(1)
  expect(await t.ctx.db.read`select from "user"`).toHaveLength(0)
  const signIn = () => t.browser().post('/sign-in/email', { email: 'bob@example.com', password: testPassword })
  expect((await signIn()).status).toBe(401)

  expect((await admin(`${words} --accept two-factor`, url))[0]).toBe(0)
  expect((await signIn()).at('code')).toBe('BANNED_USER')
  const named = { email: 'dora@example.com', password: testPassword }
  expect((await t.post('/sign-in/email', named)).at('user', 'role')).toBe('admin')
})

const teamsOf = async (browser: Browser): Promise<unknown[]> =>
  z
    .array(z.object({ id: z.string() }))
    .parse((await browser.get('/organization/list-user-teams')).body)
    .map(({ id }) => id)
    .toSorted()

/** Empties the test's database and returns its URL. */
async function emptyDatabase({ ctx }: TestApp): Promise<string> {
  await ctx.db.unsafe('drop schema public cascade; create schema public')
  const [row] = await ctx.db.read<{ name: string }[]>`select current_database() as "name"`
  return replaceDatabase(process.env[templateUrlVariable] ?? '', row?.name ?? '')
}

/** Four people, an organization with teams, one who joined it and one who is invited. */
async function live(version: OldVersion, person: () => OldPerson, { ctx }: TestApp) {
  const isBefore13 = version === '1.2.12'
  const join = async (name: string, extra = {}) => {
    const somebody = person()
    const account = { name, email: `${name}@example.com`, username: name, password: testPassword }
    return { ...somebody, id: await somebody.post('/sign-up/email', { ...account, ...extra }, 'user', 'id') }
  }
  const [ann, bob, cy, dora] = [
    await join('ann', { plan: 'gold' }),
    await join('bob'),
    await join('cyd'),
    await join('dora'),
  ]
  if (!isBefore13) await ctx.db.write`update "user" set "emailVerified" = true`
  const organization = { name: 'Acme', slug: 'acme', metadata: { plan: 'free' } }
  const acme = await ann.post('/organization/create', organization, 'id')
  const team = (name: string) => ann.post('/organization/create-team', { name, organizationId: acme }, 'id')
  const [red, blue] = [await team('Red'), await team('Blue')]
  const invite = (email: string, role: string, teamId: string | string[]) =>
    ann.post('/organization/invite-member', { email, role, teamId, organizationId: acme }, 'id')
  const first = await invite('bob@example.com', 'admin', red)
  const memberId = await bob.post('/organization/accept-invitation', { invitationId: first }, 'member', 'id')
  const several = isBefore13 ? [red] : [red, blue]
  const roles = isBefore13 ? ['admin'] : ['admin', 'inviter']
  if (!isBefore13) {
    await ann.post('/organization/add-team-member', { teamId: blue, userId: bob.id, organizationId: acme })
    const permission = { invitation: ['create'] }
    await ann.post('/organization/create-role', { role: 'inviter', permission, organizationId: acme })
    await ann.post('/organization/update-member-role', { memberId, role: roles, organizationId: acme })
  }
  const invitation = await invite('cyd@example.com', 'member', isBefore13 ? red : several)
  return { ann, ids: { ann: ann.id, bob: bob.id, cy: cy.id, dora: dora.id, acme, red, several, roles, invitation } }
}

/** Runs `npm run admin -- …` as an operator does. */
const admin = (words: string, databaseUrl: string) =>
  run('../admin.ts', words.replace('npm run admin -- ', '').split(' '), databaseUrl)

async function run(program: string, args: string[], url: string): Promise<[code: unknown, output: string]> {
  const file = fileURLToPath(new URL(program, import.meta.url))
  const { ended, output } = runProgram(file, { args, environment: { DATABASE_URL: url } })
  return [await ended, output()]
}
