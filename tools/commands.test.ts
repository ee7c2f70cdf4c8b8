import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { runCommand } from './testing/site.ts'

const root = resolve(import.meta.dirname, '..')

async function finish(command: [string, ...string[]], cwd = root): Promise<{ code: number | string; output: string }> {
  const { ended, output } = runCommand(command, { NO_COLOR: '1', TEST_FULL: undefined }, cwd)
  return { code: await ended, output: output() }
}

test('npm test -- FILE runs only that file, with options of the test runner', async () => {
  const one = await finish(['npm', 'test', '--', 'packages/service/src/accent.test.ts', '-t', 'colour'])
  expect(one.output).toMatch(/service.* src\/accent\.test\.ts/)
  expect(one.output).toMatch(/Test Files +1 passed/)
  expect(one.code, one.output).toBe(0)
  const unknown = await finish(['npm', 'test', '--', 'no-such-file'])
  expect(unknown.output).toContain('No test files found')
  expect(unknown.code).toBe(1)
})

test('npm run types names each wrong type with its place', async () => {
  const place = await mkdtemp(join(tmpdir(), 'types-'))
  onTestFinished(() => rm(place, { recursive: true }))
  for (const folder of ['tools/checks', 'good', 'bad']) await mkdir(join(place, folder), { recursive: true })
  for (const file of ['tools/types.ts', 'tools/checks/run.ts']) await cp(join(root, file), join(place, file))
  for (const folder of ['good', 'bad']) await writeFile(join(place, folder, 'tsconfig.json'), '{ "include": ["*.ts"] }')
  await writeFile(join(place, 'good/a.ts'), 'export const count: number = 1\n')
  await writeFile(join(place, 'bad/b.ts'), "\nexport const count: number = 'one'\n")

  const { code, output } = await finish([process.execPath, 'tools/types.ts'], place)
  expect(output).toMatch(/^FAILED bad\nok +good\nbad\/b\.ts\(2,14\): error TS2322: .*\n+$/)
  expect(code).toBe(1)
})
