import { availableParallelism } from 'node:os'
import { expect, test, vi } from 'vitest'
import { hashPassword } from '../crypto/password.ts'
import { adoptedHash, startTestApp, testOrigin, type TestApp } from '../testing/start-test-app.ts'

const full = test.runIf(process.env['TEST_FULL'])
const people = 16 * Math.min(availableParallelism(), 8)
const password = 'password1' // of adoptedHash

// On a busy machine some would give up after four seconds.
const { setTimeout: original } = globalThis
vi.stubGlobal('setTimeout', (work: () => void, ms: number) => original(work, ms === 4000 ? 100 * ms : ms))

/** `oldest` of the people still have scrypt hashes. */
async function fill({ ctx }: TestApp, oldest: number): Promise<void> {
  await ctx.db.write`
    insert into "user" ("id", "name", "email", "createdAt", "updatedAt")
    select 'user-' || n, 'Ann', 'ann' || n || '@example.com', now(), now() from generate_series(1, ${people}::int) n`
  await ctx.db.write`
    insert into "account" ("id", "providerId", "accountId", "userId", "password", "createdAt", "updatedAt")
    select 'account-' || n, 'credential', 'user-' || n, 'user-' || n,
      case when n <= ${oldest}::int then ${adoptedHash} else ${await hashPassword(password)} end, now(), now()
    from generate_series(1, ${people}::int) n`
}

async function listen({ app }: TestApp): Promise<string> {
  return app.listen({ port: 0, host: '127.0.0.1' })
}

async function signIn(address: string, first: number, typed = password): Promise<number[]> {
  const numbers = Array.from({ length: people + 1 - first }, (_, index) => first + index)
  return Promise.all(
    numbers.map(async (n) => {
      const { status } = await fetch(`${address}/api/auth/sign-in/email`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: testOrigin },
        body: JSON.stringify({ email: `ann${n}@example.com`, password: typed }),
      })
      return status
    }),
  )
}

full('serves sixteen sign-ins per core at once while hashes of better-auth remain', async () => {
  const t = await startTestApp()
  await fill(t, people / 2)
  const address = await listen(t)
  const all = (status: number) => Array.from({ length: people }, () => status)
  expect(await signIn(address, 1, 'wrong password')).toEqual(all(401))
  expect(await signIn(address, 1)).toEqual(all(200))
  const [left] = await t.ctx.db.read`select count(*)::int as n from "account" where "password" not like '$argon2id$%'`
  expect(left).toEqual({ n: 0 })
})

full('costs converted users at most 1.3 times the CPU of a database without old hashes', async () => {
  const [adopted, converted] = [await startTestApp(), await startTestApp()]
  await fill(adopted, 1)
  await fill(converted, 0)
  const addresses = [await listen(adopted), await listen(converted)]
  const costs = addresses.map((): number[] => [])
  for (let round = 0; round < 3; round++) {
    for (const [index, address] of addresses.entries()) {
      const before = process.cpuUsage()
      expect(new Set(await signIn(address, 2))).toEqual(new Set([200]))
      const { user, system } = process.cpuUsage(before)
      if (round > 0) costs[index]?.push((user + system) / 1000 / (people - 1))
    }
  }
  const [withOld = 0, without = 0] = costs.map((each) => Math.min(...each))
  expect(withOld / without).toBeLessThan(1.3)
})
