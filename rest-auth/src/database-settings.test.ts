import { administer } from 'database/testing/test-database.ts'
import { describe, expect, test } from 'vitest'
import { found } from './testing/organizations.ts'
import { startTestApp } from './testing/start-test-app.ts'

/** Starts the app on a database whose sessions inherit `setting`. */
const startWith = (setting: string, deadlines = { statement: 4000, lock: 3000 }) =>
  startTestApp({}, 8, {
    deadlines,
    via: async (url) => {
      await administer(url, `alter database ${new URL(url).pathname.slice(1)} set ${setting}`)
      return url
    },
  })

describe.each([
  "datestyle = 'SQL, DMY'",
  "datestyle = 'German, DMY'",
  "default_transaction_isolation = 'serializable'",
  "default_transaction_isolation = 'repeatable read'",
])('on a database with %s', (setting) => {
  test('sessions keep their times', async () => {
    const server = await startWith(setting)
    const user = await server.signUp()
    const session = await user.get('/get-session')
    expect(session.status).toBe(200)
    const left = Date.parse(session.at('session', 'expiresAt')) - server.clock.now().getTime()
    expect(Math.round(left / 86_400_000)).toBe(7)
  })

  test('of concurrent invitations one per person succeeds', async () => {
    const { owner, id: organizationId } = await found(await startWith(setting))
    const invited = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        owner.post('/organization/invite-member', {
          email: `p${index % 3}@example.com`,
          role: 'member',
          organizationId,
        }),
      ),
    )
    const statuses = invited.map(({ status }) => status).toSorted()
    expect(statuses).toEqual([...Array(3).fill(200), ...Array(9).fill(400)])
  })
})

test('reports a database that is read-only by default as unavailable', async () => {
  const server = await startWith('default_transaction_read_only = on')
  const payload = { email: 'a@example.com', name: 'A', password: 'correct horse battery' }
  const refused = await server.app.inject({ method: 'POST', url: '/api/auth/sign-up/email', payload })
  expect([refused.statusCode, refused.json()]).toMatchObject([503, { code: 'SERVICE_UNAVAILABLE' }])
  const ready = await server.app.inject('/ready')
  expect([ready.statusCode, ready.json()]).toMatchObject([503, { reason: 'the database is read-only' }])
})
