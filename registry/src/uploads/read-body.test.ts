import { PassThrough } from 'node:stream'
import { afterEach, expect, test, vi } from 'vitest'
import { BodyReader } from './read-body.ts'

const megabyte = 2 ** 20
const bodyLimit = 32 * megabyte

/** Sends a part of a body, and returns how to finish it. */
function send(bodies: BodyReader, by: string, bytes: number) {
  const raw = new PassThrough({ highWaterMark: bodyLimit * 2 })
  raw.write(Buffer.alloc(bytes))
  const outcome = bodies.read({ raw, routeOptions: { bodyLimit } }, by).then(
    ({ release }) => release,
    ({ code, message }) => String(code ?? message),
  )
  return { raw, outcome }
}

const flush = () => new Promise(setImmediate)

afterEach(() => vi.useRealTimers())

test('counts what has arrived: idle connections hold nothing', async () => {
  const bodies = new BodyReader()
  const idle = Array.from({ length: 50 }, () => send(bodies, 'mf-evil', 13))
  const honest = send(bodies, 'mf-honest', bodyLimit)
  honest.raw.end()
  expect(await honest.outcome).toBeTypeOf('function')
  for (const { raw } of idle) raw.destroy(new Error('gone'))
  await Promise.all(idle.map(({ outcome }) => outcome))
})

test('leaves room for another remote and for operators, whatever one or two remotes send', async () => {
  const bodies = new BodyReader()
  const evil = [0, 1, 2].map(() => send(bodies, 'mf-evil', bodyLimit))
  await flush()
  evil.forEach(({ raw }) => raw.end())
  // Two of the largest fit; the third is refused and counts no longer.
  const held = await Promise.all(evil.map(({ outcome }) => outcome))
  expect(held.filter((each) => each === 'SERVER_BUSY')).toHaveLength(1)
  const next = async (by: string) => {
    const { raw, outcome } = send(bodies, by, bodyLimit)
    raw.end()
    return outcome
  }
  expect(await next('mf-evil')).toBe('SERVER_BUSY')
  expect(await next('mf-honest')).toBeTypeOf('function')
  expect(await next('mf-third')).toBe('SERVER_BUSY')
  expect(await next('operators')).toBeTypeOf('function')
  for (const release of held) if (typeof release === 'function') release()
  expect(await next('mf-third')).toBeTypeOf('function')
})

test('refuses a body that is too large, and one that hardly arrives', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const bodies = new BodyReader()
  expect(await send(bodies, 'mf-evil', bodyLimit + 1).outcome).toBe('PAYLOAD_TOO_LARGE')
  const steady = send(bodies, 'mf-slow', 100_000)
  await flush()
  vi.advanceTimersByTime(10_000)
  steady.raw.write(Buffer.alloc(100_000))
  await flush()
  vi.advanceTimersByTime(9999)
  steady.raw.end()
  expect(await steady.outcome).toBeTypeOf('function')
  const idle = send(bodies, 'mf-slow', 99_999)
  await flush()
  vi.advanceTimersByTime(10_000)
  expect(await idle.outcome).toBe('UPLOAD_TOO_SLOW')
})

test('fails at once when the client leaves', async () => {
  const { raw, outcome } = send(new BodyReader(), 'mf-gone', 10)
  raw.destroy()
  expect(await outcome).toBe('the client left')
})
