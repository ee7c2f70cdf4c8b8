import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { startShell } from '../shell/server/testing/start-shell.ts'
import { runCommand } from './testing.ts'

// Does what docs/shipping-a-remote.md says, word for word, in a copy of the repository.

const root = resolve(import.meta.dirname, '..')
const notSources = ['.git', 'node_modules', 'dist', '.data', '.cache', '.env', 'test-results']

let doc: string
let clone: string
beforeAll(async () => {
  doc = await readFile(join(root, 'docs/shipping-a-remote.md'), 'utf8')
  clone = await mkdtemp(join(tmpdir(), 'shipping-a-remote-'))
  await cp(root, clone, { recursive: true, filter: (path) => !notSources.includes(basename(path)) })
  for (const [, file = '', content = ''] of doc.matchAll(
    /^`(mf-invoices\/[^`]+)`.*(?:\n.+)*\n\n```\w+\n([^]*?)^```/gm,
  )) {
    await mkdir(dirname(join(clone, file)), { recursive: true })
    await writeFile(join(clone, file), content)
  }
})
afterAll(() => rm(clone, { recursive: true }))

/** Runs a script in the copy, as somebody at a terminal does who is in no test. */
async function runScript(script: string) {
  const variables = Object.keys(process.env).filter((name) =>
    /^(CI|NODE_ENV|VITEST.*|npm_.*|DEV|PROD|MODE|TEST)$/.test(name),
  )
  const env = Object.fromEntries(variables.map((name) => [name, undefined]))
  const { ended, output } = runCommand(['bash', '-euo', 'pipefail', '-c', script], env, clone)
  return { code: await ended, output: output() }
}

test('a package that the lockfile does not know is named, with what to do', async () => {
  const { code, output } = await runScript('node scripts/boot.mjs -e 0')
  expect(output).toContain(`Run "${/npx .* install --lockfile-only/.exec(doc)?.[0]}"`)
  expect(code).toBe(1)
})

test('the files and commands of docs/shipping-a-remote.md make a remote that is typed, tested, published and served', async () => {
  const commands = [...doc.matchAll(/^```sh\n([^]*?)^```/gm)].map(([, block]) => block).join('\n')
  const checks = 'oxfmt --check mf-invoices; oxlint --type-aware mf-invoices; knip; node scripts/checks/circles.ts'
  const { code, output } = await runScript(`${commands}\n${checks}`)
  expect(output).toContain('written: mf-invoices/src/locales/de.po')
  expect(output).toMatch(/Tests .*1 passed/)
  expect(code, output).toBe(0)

  const dataDir = join(clone, '.data')
  const { url, stop } = await startEmbeddedDatabase(dataDir)
  const password = await readFile(join(dataDir, 'registry-password'), 'utf8')
  const shell = await startShell({ REGISTRY_DATABASE_URL: url.replace(/\/\/[^@]*@/, `//registry:${password}@`) })
  await shell.publishShell('1.0.0')
  const page = await shell.app.inject('/invoices')
  expect(page.statusCode).toBe(200)
  const [entry = ''] = /\/remotes\/mf-invoices\/[^"]+/.exec(page.body) ?? []
  expect((await shell.app.inject(entry)).statusCode).toBe(200)
  await shell.stop()
  await stop()
})
