import { fork } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'

test('new objects are young, whatever became of others of their kind', async () => {
  // In one thread it does not depend on chance what V8 decides.
  const execArgv = ['--single-threaded']
  const child = fork(new URL('testing/old-garbage.ts', import.meta.url), { execArgv })
  const [{ bytes }] = await once(child, 'message')
  expect(bytes).toBeLessThan(1_000_000) // of ten million
})
