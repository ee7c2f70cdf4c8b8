import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { buildAll } from './build.ts'

const root = resolve(import.meta.dirname, '../..')
const cache = join(root, '.cache/builds')

test.runIf(process.env['TEST_FULL'])(
  'keeps the last build when a build is killed, and cleans up in the next one',
  async () => {
    await buildAll(['mf-account'], process.env)
    const dist = async () => [
      await readFile(join(cache, 'mf-account'), 'utf8'),
      await readdir(join(root, 'mf-account/dist'), { recursive: true }),
    ]
    const before = await dist()
    const script = `await (await import('./tools/product/build.ts')).buildAll(['mf-account'], { ...process.env, NODE_ENV: 'development' })`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root, stdio: 'inherit' })
    const aside = join(cache, `mf-account.${child.pid}`)
    await vi.waitFor(() => expect(readdirSync(aside)).not.toEqual([]), { interval: 1 })
    child.kill('SIGKILL')
    await new Promise((ended) => child.on('close', ended))
    expect(await dist()).toEqual(before)
    await buildAll(['mf-account'], process.env)
    expect(existsSync(aside)).toBe(false)
    expect(await dist()).toEqual(before)
  },
)

test('builds once when two processes start at the same time', async () => {
  const stamp = join(cache, 'mf-account')
  await rm(stamp, { force: true })
  const script = `await (await import('./tools/product/build.ts')).buildAll(['mf-account'], process.env)`
  const times = [0, 1].map(async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root, stdio: 'inherit' })
    expect(await new Promise((ended) => child.on('close', ended))).toBe(0)
    return (await stat(join(root, 'mf-account/dist'))).ino
  })
  const [first, second] = await Promise.all(times)
  expect(first).toBe(second)
  expect(readdirSync(cache).filter((name) => name.startsWith('mf-account.'))).toEqual([])
})
