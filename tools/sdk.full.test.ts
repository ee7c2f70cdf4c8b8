import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { packSdk } from 'shell/sdk/pack-sdk'
import { makeVersion } from 'registry/testing/make-version.ts'
import { startShell } from 'shell/testing/start-shell'
import { tryTypes } from './testing/try-types.ts'
import { runCommand } from './testing/site.ts'

// A team in a repository of its own, with nothing of this one but the address of the SDK.

const pnpm = 'npx --yes pnpm@12.18.0'
const managers = {
  pnpm: { add: `${pnpm} add`, install: `${pnpm} install`, run: `${pnpm} exec` },
  npm: { add: 'npm install --no-audit --no-fund', install: 'npm install --no-audit --no-fund', run: 'npx' },
}

const cases: [manager: keyof typeof managers, node: number][] = [
  ['pnpm', 24],
  ['npm', 22],
]

// first-day.full.test.ts does it with npm and this Node.
test.for(cases)('creates, type-checks, tests and builds a remote with %s and Node %i', async ([manager, version]) => {
  const { add, install, run } = managers[manager]
  const folder = await mkdtemp(join(tmpdir(), 'sdk-test-'))
  const { origin, name } = await serveSdk()
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = `${await findNode(version, folder)}${delimiter}${process.env['PATH']}`
  const call = async (command: string, place = join(folder, 'mf-invoices')) => {
    // As at a terminal where no test runs.
    const none = {
      VITEST: undefined,
      NODE_ENV: undefined,
      CI: 'true',
      TEST: undefined,
      npm_config_user_agent: undefined,
    }
    const { ended, output } = runCommand(['bash', '-c', command], { ...none, PATH: path }, place)
    return { code: await ended, output: output() }
  }
  const must = async (command: string, place?: string): Promise<string> => {
    const { code, output } = await call(command, place)
    expect(code, `${command}\n${output}`).toBe(0)
    return output
  }

  expect(await must('node --version', folder)).toContain(`v${version}.`)
  await writeFile(join(folder, 'package.json'), '{ "private": true }')
  await must(`${add} ${origin}/sdk/${name}`, folder)
  await must(`${run} remote new mf-invoices --to ${origin}`, folder)
  await must(install)

  const remote = join(folder, 'mf-invoices')
  await tryTypes(remote, run, call)
  expect(await readFile(join(remote, 'src/locales/de.po'), 'utf8')).toContain('There is nothing here yet.')
  const entry = join(remote, 'src/remote.tsx')
  await writeFile(entry, (await readFile(entry, 'utf8')).replace('Component: StartPage', '$&, prerender: true'))
  await must(`${run} remote build`)
  expect(await readFile(join(remote, 'dist/pages/invoices.de.html'), 'utf8')).toContain('There is nothing here yet.')
  expect(await must(`${run} vitest run`)).toMatch(/Tests .*1 passed/)
})

/** The shell's server, with the package of this checkout among its files. */
async function serveSdk(): Promise<{ origin: string; name: string }> {
  const { name, content } = await packSdk()
  const shell = await startShell()
  onTestFinished(() => shell.stop())
  const files = { 'index.html': '{{lock}}', [`sdk/${name}`]: content }
  const kit = name.slice('kit-'.length, -'.tgz'.length)
  await shell.send(makeVersion({ name: 'shell', version: '2.0.0', kit, files }))
  const origin = await shell.app.listen({ port: 0, host: '127.0.0.1' })
  expect(await (await fetch(`${origin}/sdk/`)).text()).toContain(`/sdk/${name}`)
  return { origin, name }
}

/** The folder of a Node of that version: ours, or one from npm. */
async function findNode(version: number, folder: string): Promise<string> {
  if (Number(process.versions.node.split('.')[0]) === version) return dirname(process.execPath)
  const place = join(folder, `node-${version}`)
  await mkdir(place)
  await promisify(execFile)('npm', [
    'install',
    '--prefix',
    place,
    `node-${process.platform}-${process.arch}@${version}`,
  ])
  return join(place, `node_modules/node-${process.platform}-${process.arch}/bin`)
}
