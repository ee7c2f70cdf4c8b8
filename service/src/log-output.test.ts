import { fork } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

test('lines that come soon after one another are written together, all of them and in order', async () => {
  const child = fork(new URL('testing/count-writes.ts', import.meta.url), {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  const [[{ writes }], lines] = await Promise.all([once(child, 'message'), text(child.stdout ?? expect.fail())])
  expect(writes).toBeLessThan(40)
  expect(
    lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).n),
  ).toEqual(Array.from({ length: 100 }, (_, n) => n))
})

test.each([true, false])(
  'the last line before an exit is written, and keeps nobody who has no reader (read: %s)',
  async (isRead) => {
    const child = fork(new URL('testing/log-and-exit.ts', import.meta.url), {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    })
    const { stdout } = child
    if (!stdout) throw new Error('it has no output')
    await once(child, 'message')
    const lines = isRead ? text(stdout) : ''
    if (!isRead) await once(stdout.destroy(), 'close')
    child.send('now')
    expect(await once(child, 'exit')).toEqual([3, null])
    if (isRead) expect(await lines).toContain('the last line')
  },
)
