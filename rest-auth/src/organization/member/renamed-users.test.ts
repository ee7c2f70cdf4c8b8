import { expect, test } from 'vitest'
import { startTestApp, type SignedIn } from '../../testing/start-test-app.ts'
import { statementsWait } from '../../testing/statements.ts'
import { copyName, saveProgress, takeRenamedUser } from './renamed-users.sql.ts'
import { copyNextNames } from './renamed-users.ts'

const t = await startTestApp({ ORGANIZATION_LIMIT: '1000' })
const { db } = t.ctx

/** A user in this many organizations, joined one second apart. */
async function joinMany(count: number): Promise<SignedIn> {
  const person = await t.signUp()
  await db.write`
    insert into "organization" ("id", "name", "slug", "createdAt")
    select ${person.id} || n, 'x', ${person.id} || n, ${t.clock.now()} from generate_series(1, ${count}::int) n`
  await db.write`
    insert into "member" ("id", "organizationId", "userId", "role", "createdAt")
    select ${person.id} || n, ${person.id} || n, ${person.id}, 'member', ${t.clock.now()}::timestamptz + n * interval '1 second'
    from generate_series(1, ${count}::int) n`
  return person
}

const rename = async (person: SignedIn, name: string) =>
  expect((await person.post('/update-user', { name })).status).toBe(200)
/** The number of memberships by name. */
const namesOf = async ({ id }: SignedIn) => {
  const rows = await db.read<{ userName: string; count: number }[]>`
    select "userName", count(*)::int from "member" where "userId" = ${id} group by 1`
  return Object.fromEntries(rows.map(({ userName, count }) => [userName, count]))
}
const waiting = async () => (await db.read`select from "renamedUser"`).length
async function followAll(): Promise<number> {
  let rounds = 0
  while (await copyNextNames(t.ctx)) rounds++
  return rounds
}

test('updates up to a hundred memberships before the response', async () => {
  const person = await joinMany(100)
  await rename(person, 'Anna')
  expect([await namesOf(person), await waiting()]).toEqual([{ anna: 100 }, 0])
})

test('updates more memberships after the response in batches of a hundred', async () => {
  const person = await joinMany(250)
  await rename(person, 'Anna')
  expect([await namesOf(person), await waiting()]).toEqual([{ ann: 250 }, 1])
  expect(await copyNextNames(t.ctx)).toBe(true)
  expect(await namesOf(person)).toEqual({ ann: 150, anna: 100 })
  await person.post('/organization/create', { name: 'x', slug: 'the-one-that-comes-meanwhile' })
  expect(await followAll()).toBe(2)
  expect([await namesOf(person), await waiting()]).toEqual([{ anna: 251 }, 0])
  await db.write`update "user" set "email" = 'anna@example.com' where "id" = ${person.id}`
  await followAll()
  expect(await db.read`select distinct "userEmail" from "member" where "userId" = ${person.id}`).toEqual([
    { userEmail: 'anna@example.com' },
  ])
})

test('keeps the last of several names, even with several workers', async () => {
  const people = [await joinMany(250), await joinMany(150)]
  for (let n = 1; n <= 3; n++) {
    const work = [followAll(), followAll(), followAll()]
    await Promise.all(people.map((person) => rename(person, `Name ${n}`)))
    await Promise.all(work)
  }
  await followAll()
  expect(await Promise.all(people.map(namesOf))).toEqual([{ 'name 3': 250 }, { 'name 3': 150 }])
})

test('keeps a new name that is committed in between', async () => {
  const person = await joinMany(150)
  await rename(person, 'First')
  const renaming = await t.ctx.database.begin(async (tx) => {
    const slow = { ...t.ctx, db: tx }
    const renamed = (await takeRenamedUser(slow)) ?? expect.fail('nobody is renamed')
    const second = rename(person, 'Second')
    await statementsWait(t, 1)
    const { last } = await copyName(slow, renamed)
    await saveProgress(slow, person.id, last)
    return { second }
  })
  await renaming.second
  await followAll()
  expect(await namesOf(person)).toEqual({ second: 150 })
})

test('skips memberships that are locked or deleted, and updates them later', async () => {
  const person = await joinMany(101)
  await rename(person, 'Anna')
  await t.ctx.database.begin(async (tx) => {
    await tx.write`select from "member" where "id" = ${`${person.id}7`} for update`
    expect(await copyNextNames(t.ctx)).toBe(false)
  })
  expect(await namesOf(person)).toEqual({ ann: 2, anna: 99 })
  await followAll()
  expect([await namesOf(person), await waiting()]).toEqual([{ anna: 101 }, 0])
  await rename(person, 'Nobody')
  await db.write`delete from "user" where "id" = ${person.id}`
  expect([await waiting(), await followAll()]).toEqual([0, 0])
})
