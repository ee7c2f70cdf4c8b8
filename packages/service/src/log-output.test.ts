import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'

/** More than the buffer of a pipe. */
const much = 8000

async function logAndExit() {
  const child = fork(new URL('testing/log-and-exit.ts', import.meta.url), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const { stdout } = child
  if (!stdout) throw new Error('it has no output')
  await once(child, 'message')
  return { child, stdout, ended: once(child, 'exit') }
}

test('writes all lines in order before an exit', async () => {
  const { child, stdout, ended } = await logAndExit()
  child.send({ lines: 200, end: true })
  const lines = [...Array.from({ length: 200 }, (_, n) => String(n).padStart(99, '0')), 'the last line', '']
  expect((await text(stdout)).split('\n')).toEqual(lines)
  expect(await ended).toEqual([3, null])
})

test.each(['has gone', 'does not read'])('exits even if the reader %s', async (trouble) => {
  const { child, stdout, ended } = await logAndExit()
  if (trouble === 'has gone') await once(stdout.destroy(), 'close')
  child.send({ lines: much, end: false })
  child.send({ lines: much, end: true })
  expect(await ended).toEqual([3, null])
})

test('delivers all lines in order to a slow reader', async () => {
  const { child, stdout, ended } = await logAndExit()
  child.send({ lines: much, end: false })
  await vi.waitFor(() => expect(stdout.readableLength).toBeGreaterThan(10_000))
  let output = ''
  stdout.on('data', (some) => (output += some))
  await vi.waitFor(() => expect(output).toContain('the last line'))
  expect(output.split('\n').slice(0, much).map(Number)).toEqual(Array.from({ length: much }, (_, n) => n))
  child.send({ end: true })
  expect(await ended).toEqual([3, null])
})
