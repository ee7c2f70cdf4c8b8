import { afterAll, expect, test } from 'vitest'
import { connect } from 'database/connect.ts'
import { createTestDatabase } from 'database/testing/test-database.ts'
import { hashPassword } from 'rest-auth/testing/measuring'
import { password } from './calls.ts'
import { compare } from './compare.ts'
import { measurements } from './measurements.ts'
import { startSubject } from './subject.ts'
import { seed, small, type Size } from './seed.ts'

/** Shows growth, but is small enough for the tests; `npm run bench -- size` has a million users. */
const several: Size = {
  users: 3000,
  sessions: 6000,
  organizations: 700,
  members: 1500,
  teams: 150,
  invitations: 1500,
  memberships: 600,
  ownSessions: 600,
  received: 600,
  emails: 10_000,
  leftovers: 1000,
  journal: 20_000,
}

const hash = await hashPassword(password)

async function start(size: Size) {
  const testDatabase = await createTestDatabase()
  const database = connect(testDatabase.url, { connections: 1 })
  await database.unsafe(`alter table "member" set (autovacuum_enabled = false)`)
  await seed(database, size, hash, () => {})
  await database.end()
  // Otherwise PostgreSQL scans small tables sequentially.
  const subject = await startSubject(testDatabase.url, 'set enable_seqscan = off')
  afterAll(async () => {
    await subject.stop()
    await testDatabase.drop()
  })
  return subject
}
const subjects = { small: await start(small), big: await start(several) }
const all = (await measurements(subjects.small)).filter(({ call }) => call.grows === undefined)

// The gateway's timeout of two seconds is too short for a busy machine.
test.each(all.map((one) => [one.name, one] as const))(
  'reads no more for %s in a larger database',
  { retry: 2 },
  async (_, one) => {
    const { problem, text } = await compare(one, subjects, 1)
    expect(problem, text).toBeUndefined()
  },
)
