import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { createTestDatabase } from 'database/testing/test-database.ts'
import { expect, onTestFinished, test } from 'vitest'
import { runRemote } from 'remote-tools/command/run'

const root = resolve(import.meta.dirname, '..')

test('creates a service with PostgreSQL that passes its own tests', async () => {
  await mkdir(join(root, '.cache'), { recursive: true })
  const folder = await mkdtemp(join(root, '.cache', 'postgres-service-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(join(folder, 'packages/kit'), { recursive: true })
  for (const file of ['packages/kit/package.json', 'pnpm-workspace.yaml']) await writeFile(join(folder, file), '{}')
  const call = { environment: {}, folder, stage: <T>(_title: string, work: () => Promise<T>) => work() }
  const to = ['--to', 'http://127.0.0.1:2']
  expect(await runRemote(['new', 'mf-ledger', '--postgres', ...to], call)).toMatchObject({ code: 2 })
  const made = await runRemote(['new', 'mf-ledger', '--with-service', '--postgres', '--ci', 'github', ...to], call)
  expect(made.code, made.err).toBe(0)
  const team = join(folder, 'mf-ledger')
  expect(await readdir(team)).toEqual(expect.arrayContaining(['compose.yaml', 'AGENTS.md']))
  await symlink(join(root, 'packages/remote-tools/node_modules'), join(team, 'node_modules'))
  const database = await createTestDatabase()
  onTestFinished(() => database.drop())
  const run = (program: string, ...args: string[]) =>
    promisify(execFile)(process.execPath, [join(root, 'packages/remote-tools/node_modules', program), ...args], {
      cwd: team,
      env: { PATH: process.env['PATH'], DATABASE_URL: database.url },
    }).then(
      ({ stdout }) => ({ failed: false, stdout }),
      ({ stdout, stderr }) => ({ failed: true, stdout: `${stdout}${stderr}` }),
    )
  expect(await run('typescript/bin/tsc')).toEqual({ failed: false, stdout: '' })
  const tests = await run('vitest/vitest.mjs', 'run', 'service')
  expect(tests, tests.stdout).toMatchObject({ failed: false })
  expect(tests.stdout).toContain('2 passed')
})
