import { spawn } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { expect, test, vi } from 'vitest'
import { buildAll } from './build.ts'

const root = resolve(import.meta.dirname, '../..')
const builds = join(root, '.cache/builds')

// In the project of up.test.ts: a product that starts meanwhile would find no build.
test('builds once when two processes start at the same time', async () => {
  const stamp = join(builds, 'mf-account')
  await rm(stamp, { force: true })
  const script = `await (await import('./tools/product/build.ts')).buildAll(['mf-account'], process.env)`
  const times = [0, 1].map(async () => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root, stdio: 'inherit' })
    expect(await new Promise((ended) => child.on('close', ended))).toBe(0)
    return (await stat(join(root, 'mf-account/dist'))).ino
  })
  const [first, second] = await Promise.all(times)
  expect(first).toBe(second)
  expect(readdirSync(builds).filter((name) => name.startsWith('mf-account.'))).toEqual([])
})

test.runIf(process.env['TEST_FULL'])(
  'keeps the last build when a build is killed, and cleans up in the next one',
  async () => {
    await buildAll(['mf-account'], process.env)
    const stamp = join(builds, 'mf-account')
    const dist = async () => [
      await readFile(stamp, 'utf8'),
      await readdir(join(root, 'mf-account/dist'), { recursive: true }),
    ]
    const [key, files] = await dist()
    const { ino } = await stat(join(root, 'mf-account/dist'))
    await writeFile(stamp, 'of other sources')
    const script = `await (await import('./tools/product/build.ts')).buildAll(['mf-account'], process.env)`
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], { cwd: root, stdio: 'inherit' })
    const aside = join(builds, `mf-account.${child.pid}`)
    await vi.waitFor(() => expect(readdirSync(aside)).not.toEqual([]), { interval: 1 })
    child.kill('SIGKILL')
    await new Promise((ended) => child.on('close', ended))
    expect(await dist()).toEqual(['of other sources', files])
    expect((await stat(join(root, 'mf-account/dist'))).ino).toBe(ino)
    await buildAll(['mf-account'], process.env)
    expect(existsSync(aside)).toBe(false)
    expect(await dist()).toEqual([key, files])
  },
)
