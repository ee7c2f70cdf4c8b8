import { availableParallelism } from 'node:os'
import { expect, test } from 'vitest'
import { inHashQueue } from './hash-queue.ts'
import { hashPassword, verifyPassword } from './password.ts'

const tooLittle = { memoryCost: 1, timeCost: 1, parallelism: 1 } // argon2 wants at least 8 KiB

test('a worker that dies fails its own task only; those that wait get another worker', async () => {
  const doomed = Array.from({ length: availableParallelism() }, () =>
    inHashQueue({ kind: 'hash', password: 'x', parameters: tooLittle }),
  )
  const waiting = Array.from({ length: 5 }, () => hashPassword('x'))
  const fates = await Promise.allSettled(doomed)
  expect(new Set(fates.map(({ status }) => status))).toEqual(new Set(['rejected']))
  for (const hash of await Promise.all(waiting)) expect(await verifyPassword(hash, 'x')).toBe(true)
})

test('a password is not cut, whatever its length and characters', async () => {
  const long = `${'ä'.repeat(100)}😀`
  const hash = await hashPassword(long)
  expect(await verifyPassword(hash, long)).toBe(true)
  expect(await verifyPassword(hash, long.slice(0, -2))).toBe(false)
})
