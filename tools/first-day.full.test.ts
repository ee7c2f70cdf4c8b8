import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { findFreePort } from 'database/free-port.ts'
import { findBrowser } from 'e2e/support/browser'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newReader, pathOfMachine } from './testing/reader.ts'
import { type Run, runCommand } from './testing/site.ts'
import { tryTypes } from './testing/try-types.ts'

// Does what docs/first-day.md says, word for word, with the product of a clone that `npm start`
// runs on another port, for somebody with nothing at home.

const root = resolve(import.meta.dirname, '..')
const notSources = ['.git', 'node_modules', 'dist', '.data', '.cache', '.env', 'test-results']

let place: string
let clone: string
let home: string
let product: Run
let address: string
beforeAll(async () => {
  place = await mkdtemp(join(tmpdir(), 'first-day-'))
  clone = join(place, 'clone')
  home = join(place, 'home')
  await mkdir(home)
  await cp(root, clone, { recursive: true, filter: (path) => !notSources.includes(basename(path)) })
  const ofReader = { HOME: home, PATH: pathOfMachine, NODE_ENV: undefined, DATA_DIR: undefined }
  const port = String(await findFreePort('localhost'))
  product = runCommand(['npm', 'start'], { ...ofReader, PORT: port }, clone)
  address = await product.ready
})
afterAll(async () => {
  product.process.kill('SIGTERM')
  await product.ended
  await rm(place, { recursive: true })
})

/** The version of the remote that a new page runs, after a step that ends with this command. */
const versionAfter = new Map([
  ['npx remote check', undefined],
  ['npx remote promote mf-invoices 1.0.0', '1.0.0'],
  ['npx remote promote mf-invoices 1.1.0', '1.1.0'],
  ['npx remote unpublish mf-invoices --version 1.1.0', '1.0.0'],
  ['npx --no -- remote promote mf-invoices "1.2.$RUN" --json', '1.2.17'],
])

test('ships a remote to all visitors and back', async () => {
  const page = await readFile(join(root, 'docs/first-day.md'), 'utf8')
  const reader = await newReader(home)
  const cookie = await signUp()
  const version = async () => {
    const document = await (await fetch(`${address}/invoices`, { headers: { cookie } })).text()
    return /\/remotes\/mf-invoices\/([^/]+)\//.exec(document)?.[1]
  }

  // On their own machine they set only PRODUCT. The token is for CI.
  const [, create = ''] = /`(npm run remote -- token create [^`]*)`/.exec(page) ?? []
  const created = await reader.run(`(cd ${clone}; ${create})`)
  const [token = ''] = /rmt_[\w-]{43}/.exec(created.output) ?? []
  expect(token, created.output + created.errors).not.toBe('')

  const parts = page.matchAll(/^(## 7)|^(?:.* `(src\/[^`]+)`:\n\n)?```(sh|sh until the link|tsx)\n([^]*?)^```/gm)
  const { executablePath: CHROME, env: { LD_LIBRARY_PATH } = {} } = await findBrowser()
  let own: NodeJS.ProcessEnv = { PRODUCT: address, CHROME, LD_LIBRARY_PATH }
  let output = ''
  const done = new Set<string>()
  for (const [, inCi, file, language, content = ''] of parts) {
    if (inCi) own = { ...own, REMOTE_TOKEN: token }
    const step = scriptOf(content, language, file)
    const outcome = await reader.run(step, own)
    expect(outcome.code, `${step}\n${outcome.output}${outcome.errors}`).toBe(0)
    output += outcome.output + outcome.errors
    for (const command of versionAfter.keys()) {
      if (step.trim().split('\n').at(-1) !== command) continue
      await vi.waitFor(async () => expect(await version(), command).toBe(versionAfter.get(command)))
      done.add(command)
    }
  }
  expect([...done]).toEqual([...versionAfter.keys()])
  expect(output).toMatch(/Tests .*1 passed/)
  expect(output).not.toContain('EBADENGINE')
  expect(output).toContain('The journeys of mf-invoices 1.0.0 succeed')
  expect(output).toMatch(/"version": "1\.2\.17",\s+"live": \{\s+"version": "1\.0\.0",\s+"succeeds": true/)
  expect(output).toContain(`Open this link and confirm: ${address}`)
  expect(output).toContain('is no longer shown')
  await tryTypes(reader.folder(), 'npx', (command) => reader.run(command, own))
  await reader.leave()
})

function scriptOf(content: string, language: string | undefined, file: string | undefined): string {
  if (language === 'sh until the link') return untilLink(content)
  if (language === 'tsx')
    return file === undefined ? '' : `cat > ${file} <<'end of the file'\n${content}end of the file\n`
  // The values are the test's.
  return content.replaceAll(/^export (PRODUCT|REMOTE_TOKEN)=\S+$/gm, '')
}

/** Runs a command as somebody does who ends it by Ctrl-C when it has printed a link. */
const untilLink = (command: string): string => `set -m
${command.trim()} > printed 2>&1 &
until grep 'Open this link' printed; do kill -0 $! || cat printed; sleep 0.1; done
kill -INT -- -$!
wait $! || true
cat printed
rm printed
`

async function signUp(): Promise<string> {
  const response = await fetch(`${address}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ name: 'Ada', email: 'ada@example.com', password: 'correct horse battery' }),
  })
  return response.headers
    .getSetCookie()
    .map((header) => header.split(';')[0])
    .join('; ')
}
