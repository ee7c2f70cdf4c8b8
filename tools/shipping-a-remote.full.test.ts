import { cp, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import kit from 'kit/package.json' with { type: 'json' }
import { packSdk } from 'shell/sdk/pack-sdk'
import { makeVersion } from 'registry/testing/make-version.ts'
import { startShell } from 'shell/testing/start-shell'
import { runCommand } from './testing/site.ts'

// Runs the commands of docs/shipping-a-remote.md in a copy of this repository.

const root = resolve(import.meta.dirname, '..')
const notSources = ['.git', 'node_modules', 'dist', '.data', '.cache', '.env', 'test-results']

let reference: string
let place: string
beforeAll(async () => {
  reference = await readFile(join(root, 'docs/shipping-a-remote.md'), 'utf8')
  place = await mkdtemp(join(tmpdir(), 'shipping-a-remote-'))
})
afterAll(() => rm(place, { recursive: true }))

/** Runs a script as somebody at a terminal does who is in no test. */
async function runScript(script: string, cwd: string) {
  const variables = Object.keys(process.env).filter((name) =>
    /^(CI|NODE_ENV|VITEST.*|npm_.*|INIT_CWD|DATA_DIR|DEV|PROD|MODE|TEST)$/.test(name),
  )
  const env = Object.fromEntries(variables.map((name) => [name, undefined]))
  const { ended, output } = runCommand(['bash', '-euo', 'pipefail', '-c', script], env, cwd)
  return { code: await ended, output: output() }
}

// Installs a copy of this repository. What `new` writes here, remote-tools/command/run.test.ts
// reads.
test('creates a remote in this repository as in docs/shipping-a-remote.md', async () => {
  const clone = join(place, 'clone')
  await cp(root, clone, { recursive: true, filter: (path) => !notSources.includes(basename(path)) })
  const [, commands = ''] = /^```sh inside\n([^]*?)^```/m.exec(reference) ?? []
  const [first = '', ...others] = commands.split('\n')
  const made = await runScript(first, clone)
  expect(made.code, made.output).toBe(0)
  const forgotten = await runScript('node tools/boot.mjs -e 0', clone)
  expect(forgotten.output).toContain(`Run "${others[0]}"`)
  expect(forgotten.code).toBe(1)
  const checks =
    'export PATH=$PWD/node_modules/.bin:$PATH; oxfmt --check mf-notes; oxlint --type-aware mf-notes; ! (knip; node tools/checks/circles.ts) | grep mf-notes'
  const { product, pageOf } = await startProduct('mf-notes')
  const publish = `npm run remote -- publish mf-notes --to ${product.origin}`
  const environment = `export DATA_DIR=${product.folder}`
  const { code, output } = await runScript([...others, checks, environment, publish, publish].join('\n'), clone)
  expect(output).toMatch(/Tests .*1 passed/)
  expect(code, output).toBe(0)
  const version = await pageOf('/notes')
  expect(version).toMatch(/^1\.0\.0-[0-9a-f]{10}$/)
  expect(output).toContain(`mf-notes ${version} is published, its first version`)
  expect(output).toContain(`mf-notes is unchanged: ${version}`)
  await product.stop()
})

/** A product with a shell that hands out this kit, and what version of a remote a new page runs. */
async function startProduct(remote: string) {
  const shell = await startShell()
  const origin = await shell.app.listen({ port: 0, host: 'localhost' })
  const { name, content } = await packSdk()
  const everything = Object.fromEntries(
    ['kit', 'kit/graphql', 'react', 'react-dom', 'react/jsx-runtime'].map((key) => [key, ['*']]),
  )
  const files = { 'index.html': '{{lock}}', [`sdk/${name}`]: content }
  await shell.send(makeVersion({ name: 'shell', version: '2.0.0', kit: kit.version, uses: everything, files }))
  /** Empty: the address is nobody's. */
  const pageOf = async (path: string): Promise<string> => {
    await shell.registry.refresh()
    return (await shell.app.inject(path)).body.split(`/remotes/${remote}/`)[1]?.split('/')[0] ?? ''
  }
  return { product: { origin, folder: shell.folder, stop: shell.stop }, pageOf }
}
