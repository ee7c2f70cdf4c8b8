import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { connect } from 'database/connect.ts'
import { createTestDatabase } from 'database/testing/test-database.ts'
import { createCookieFetch } from 'rest-auth/testing/cookie-fetch'
import { runProgram } from 'rest-auth/testing/run-program'
import { startSmtpServer } from 'rest-auth/testing/smtp-server'
import { expect, onTestFinished, test, vi } from 'vitest'
import { folderOf, lastRelease } from './last-release.ts'

const origin = 'http://localhost:3000'
const password = 'seven herons wade'

/** The server of the next call. */
type Next = () => string

/** A browser that alternates between servers. Each call must return 200. Returns the JSON. */
function openBrowser(next: Next) {
  const ask = createCookieFetch()
  const call = async (url: string, init: RequestInit = {}): Promise<unknown> => {
    const response = await ask(url, { ...init, headers: { 'content-type': 'application/json', origin } })
    const body = await response.text()
    if (response.status !== 200) throw new Error(`${response.url}: ${response.status} ${body}`)
    return JSON.parse(body)
  }
  const post = (url: string, body: object) => call(url, { method: 'POST', body: JSON.stringify(body) })
  const addressOf = (path: string) => `${next()}/api/auth${path}`
  return {
    get: (path: string) => call(addressOf(path)),
    post: (path: string, body: object = {}) => post(addressOf(path), body),
    /** Queries a gateway. */
    graphql: (gateway: string, query: string) => post(`${gateway}/graphql`, { query }),
  }
}

const at = (value: unknown, ...path: (string | number)[]): string =>
  String(path.reduce<unknown>((inner, key) => Reflect.get(Object(inner), key), value))

async function startMailbox() {
  const { url, received } = await startSmtpServer()
  const tokenFor = (address: string) =>
    vi.waitUntil(() =>
      received
        .filter(({ to }) => to === address)
        .flatMap(({ source }) => /reset-password\/(\w+)/.exec(source.replaceAll('=\r\n', ''))?.[1] ?? [])
        .at(-1),
    )
  return { url, tokenFor }
}

let count = 0

/**
 * A user's actions from sign-up to sign-out on the servers chosen by `next`. Returns a signed-in
 * browser.
 */
async function live(next: Next, tokenFor: (to: string) => Promise<string>) {
  const id = (count += 1)
  const [ann, bob] = [openBrowser(next), openBrowser(next)]
  const [annEmail, bobEmail] = [`ann${id}@example.com`, `bob${id}@example.com`]
  await ann.post('/sign-up/email', { email: annEmail, password, name: 'Ann', username: `ann${id}` })
  await bob.post('/sign-up/email', { email: bobEmail, password, name: 'Bob' })
  expect(at(await bob.get('/get-session'), 'user', 'email')).toBe(bobEmail)
  const created = await ann.post('/organization/create', { name: 'Acme', slug: `acme-${id}` })
  const organizationId = at(created, 'id')
  const [reds, blues] = await Promise.all(
    ['Reds', 'Blues'].map((name) => ann.post('/organization/create-team', { organizationId, name })),
  )
  const invited = await ann.post('/organization/invite-member', { organizationId, email: bobEmail, role: 'member' })
  const invitationId = at(invited, 'id')
  const accepted = await bob.post('/organization/accept-invitation', { invitationId })
  await ann.post('/organization/update-member-role', {
    organizationId,
    memberId: at(accepted, 'member', 'id'),
    role: 'admin',
  })
  const memberId = at(accepted, 'member', 'id')
  for (const team of [reds, blues])
    await ann.post('/organization/update-member-team', { organizationId, memberId, teamId: at(team, 'id') })
  await ann.post('/organization/remove-team', { organizationId, teamId: at(reds, 'id') })
  await bob.post('/organization/set-active', { organizationId })
  expect(at(await bob.get('/organization/get-active-member'), 'role')).toBe('admin')
  await bob.post('/update-user', { name: 'Robert', image: 'https://example.com/bob.png' })
  const { members } = Object(await ann.get(`/organization/get-full-organization?organizationId=${organizationId}`))
  expect(members).toMatchObject([{ user: { name: 'Ann' } }, { teamId: at(blues, 'id'), user: { name: 'Robert' } }])
  const oneTimeToken = at(await bob.get('/one-time-token/generate'), 'token')
  await openBrowser(next).post('/one-time-token/verify', { token: oneTimeToken })
  await bob.post('/forget-password', { email: bobEmail })
  await bob.post('/reset-password', { token: await tokenFor(bobEmail), newPassword: password })
  expect(await bob.get('/get-session')).toBeNull()
  await bob.post('/sign-in/email', { email: bobEmail, password })
  await bob.post('/sign-out')
  return ann
}

/** The present tree. */
const root = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Whether there is an earlier release to run: not in a copy of the repository's files. */
const hasPreviousRelease = existsSync(join(root, '.git'))

/**
 * Puts the last release into a folder of its own and installs its dependencies.
 * @throws in plain words when the released commit is not in this clone
 */
async function checkOutPreviousRelease(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const commit = readFileSync(join(folderOf(lastRelease), 'commit.txt'), 'utf8').trim()
  await run('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).catch(() => {
    throw new Error(
      `${commit} (release ${lastRelease}) is not in this clone, which is a shallow one: git fetch --unshallow`,
    )
  })
  const folder = await mkdtemp(join(tmpdir(), 'previous-release-'))
  const archive = join(folder, 'archive.tar')
  await run('git', ['archive', '--output', archive, commit], { cwd: root })
  await run('tar', ['-xf', archive, '-C', folder])
  // Any program installs everything first; this one ends soon.
  await run(process.execPath, ['tools/boot.mjs', 'rest-auth/src/admin.ts', '--help'], { cwd: folder })
  return { folder, remove: () => rm(folder, { recursive: true }) }
}

test.skipIf(!hasPreviousRelease)(
  'runs the previous release and this one on one schema, during an update and after a rollback',
  { timeout: 480_000 },
  async () => {
    const [previous, database, mailbox] = await Promise.all([
      checkOutPreviousRelease(),
      createTestDatabase(),
      startMailbox(),
    ])
    const operator = connect(database.url, { connections: 2 })
    const folder = await mkdtemp(join(tmpdir(), 'previous-release-data-'))
    onTestFinished(async () => {
      await operator.end()
      await database.drop()
      await Promise.all([previous.remove(), rm(folder, { recursive: true })])
    })
    await operator.unsafe('drop schema public cascade; create schema public')
    const environment = {
      DATABASE_URL: database.url,
      DATA_DIR: folder,
      AUTH_SECRET: 'a secret that both releases know of',
      MAIL_URL: mailbox.url,
      ONE_TIME_TOKEN_FOR_PAGES: 'true',
    }
    const start = (tree = root, restAuth?: string) => {
      const program = join(tree, restAuth ? 'gateway' : 'rest-auth', 'src/main.ts')
      return runProgram(program, { environment: restAuth ? { REST_AUTH_URL: restAuth } : environment })
    }
    const stop = ({ child, ended }: ReturnType<typeof start>) => {
      child.kill('SIGTERM')
      return ended
    }

    const before = start(previous.folder)
    let old = await before.listening
    const veteran = await live(() => old, mailbox.tokenFor)
    const after = start()
    const present = await after.listening
    for (const shift of [0, 1]) {
      let turn = shift
      await live(() => (turn++ % 2 === 0 ? old : present), mailbox.tokenFor)
    }
    for (const gateway of [start(previous.folder, present), start(undefined, old)]) {
      const response = await veteran.graphql(
        await gateway.listening,
        `mutation { createTeam(input: { name: "Greens" }) { userErrors { code } query { viewer {
          user { name } organizations(first: 5) { totalCount nodes { name
            members(first: 5) { totalCount nodes { roles user { name } } }
            teams(first: 5) { nodes { name } } invitations(first: 5) { nodes { email status } }
        } } } } } }`,
      )
      expect(response).not.toHaveProperty('errors')
      const organizations = { totalCount: 1, nodes: [{ members: { totalCount: 2 } }] }
      const viewer = { user: { name: 'Ann' }, organizations }
      expect(response).toMatchObject({ data: { createTeam: { userErrors: [], query: { viewer } } } })
    }
    const torn = await operator.read`
      select m."id" from "member" m where not exists (select from "teamMember" c
        where c."organizationId" = m."organizationId" and c."userId" = m."userId" and c."teamId" = m."teamId")
      union all select t."id" from "team" t
        where t."memberCount" <> (select count(*) from "teamMember" c where c."teamId" = t."id")`
    expect(torn, 'members whose first team is not one of theirs, and teams with a wrong count').toEqual([])
    await stop(after)

    await stop(before)

    old = await start(previous.folder).listening
    await live(() => old, mailbox.tokenFor)
    expect(at(await veteran.get('/get-session'), 'user', 'email')).toBe('ann1@example.com')
  },
)
