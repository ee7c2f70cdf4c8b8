// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LATE_FILE } from './files.ts'
import { withTimeout } from './loading-rules.ts'

const listened = vi.fn<(url: string, init: { signal: AbortSignal }) => Promise<Response>>()
const late = vi.fn<() => void>()
const fetchOfPage = globalThis.fetch

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', listened.mockReset().mockReturnValue(new Promise(() => {})))
  late.mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.stubGlobal('fetch', fetchOfPage) // the next files share the page
})

/** Adds a script of `mf-one` like a bundler; the test DOM loads nothing. */
async function ask(path = '/remotes/mf-one/1.0.0/assets/1.js') {
  const file = document.createElement('script')
  file.type = 'text/plain'
  file.src = new URL(path, location.href).href
  const failed = vi.fn<() => void>()
  file.addEventListener('error', failed)
  document.head.append(file)
  await vi.advanceTimersByTimeAsync(0)
  return { file, failed, arrive: () => file.dispatchEvent(new Event('load')) }
}

test('fails a file after five seconds without progress, and reports it if it arrives later', async () => {
  addEventListener(LATE_FILE, late)
  const { failed, arrive } = await ask()
  await vi.advanceTimersByTimeAsync(4900)
  expect(failed).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  expect(failed).toHaveBeenCalledTimes(1)
  arrive()
  expect(late).toHaveBeenCalledTimes(1)
  removeEventListener(LATE_FILE, late)
  arrive()
  expect(late).toHaveBeenCalledTimes(1)
})

test('waits for a file that makes progress, and watches it no longer than that', async () => {
  let send: (part: Uint8Array) => void = () => {}
  const body = new ReadableStream<Uint8Array>({ start: (stream) => void (send = (part) => stream.enqueue(part)) })
  listened.mockResolvedValue(new Response(body))
  const { file, failed, arrive } = await ask()
  for (let seconds = 0; seconds < 20; seconds += 4) {
    await vi.advanceTimersByTimeAsync(4000)
    send(new Uint8Array(1))
  }
  expect(failed).not.toHaveBeenCalled()
  expect(listened.mock.calls).toEqual([[file.src, { signal: expect.any(AbortSignal) }]])
  arrive()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(failed).not.toHaveBeenCalled()
  expect(listened.mock.calls[0]?.[1].signal.aborted).toBe(true)
})

test('does not watch a file that arrives at once', async () => {
  const { arrive } = await ask()
  await vi.advanceTimersByTimeAsync(1000)
  arrive()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(listened).not.toHaveBeenCalled()
})

test.each([
  ['of its own', '/remotes/mf-one/1.0.0/assets/1.js', true],
  ['of the shell', '/assets/1.js', true],
  ['of another remote', '/remotes/mf-one-more/1.0.0/assets/1.js', false],
])('waits for a remote while a file %s is loading: %s', async (_, path, isWaitedFor) => {
  const failed = vi.fn<(cause: unknown) => void>()
  withTimeout({ entry: '/remotes/mf-one/1.0.0/assets/remoteEntry.js' }, new Promise(() => {})).catch(failed)
  const { arrive } = await ask(path)
  await vi.advanceTimersByTimeAsync(3000)
  arrive()
  await vi.advanceTimersByTimeAsync(3000)
  expect(failed).toHaveBeenCalledTimes(isWaitedFor ? 0 : 1)
  await vi.advanceTimersByTimeAsync(3000)
  expect(failed.mock.calls).toEqual([[new Error('No progress for 5 seconds')]])
})

test('returns the result of work that finishes in time', async () => {
  const entry = '/remotes/mf-one/1.0.0/assets/remoteEntry.js'
  await expect(withTimeout({ entry }, Promise.resolve(1))).resolves.toBe(1)
  await expect(withTimeout({ entry }, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
})
