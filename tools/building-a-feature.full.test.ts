import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { findFreePort } from 'database/free-port.ts'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import kit from 'kit/package.json' with { type: 'json' }
import { found } from 'rest-auth/testing/organizations'
import { startTestApp, type SignedIn } from 'rest-auth/testing/start-test-app'
import { packSdk } from 'shell/sdk/pack-sdk'
import { makeVersion } from 'registry/testing/make-version.ts'
import { startShell, type Shell } from 'shell/testing/start-shell'

// Does what docs/building-a-feature.md says, word for word, in a folder outside this repository:
// with a real shell server and rest-auth.

const root = resolve(import.meta.dirname, '..')
const doc = await readFile(join(root, 'docs/building-a-feature.md'), 'utf8')
const port = await findFreePort('localhost')
const servicePort = await findFreePort('localhost')
const product = `http://localhost:${port}`
const operatorToken = 'the-operator-of-the-tests-has-this-token'
const t = await startTestApp({ AUTH_URL: product })

/**
 * With `npm run test:full` everything is installed as a team does; otherwise this repository's two
 * packages stand in.
 */
const isFull = Boolean(process.env['TEST_FULL'])
const shortcuts = isFull
  ? ''
  : `remote() { node '${root}/packages/remote-tools/src/command/main.ts' "$@"; }
npx() { [ "$1" = --no ] && shift; "$@"; }
npm() {
  case $1 in
    init) ;;
    install) ln -s '${root}/examples/mf-invoices/node_modules' node_modules ;;
    test) sed -i 's#kit/build/#remote-tools/build/#' *.config.js ;;
    *) command npm "$@" ;;
  esac
}`

let shell: Shell
let place: string
/** Where the next step is done: where the one before ended. */
let cwd: string
let own: Record<string, string>
const running = new Set<ChildProcess>()
beforeAll(async () => {
  const REST_AUTH_URL = await t.app.listen({ port: 0, host: '127.0.0.1' })
  shell = await startShell({ AUTH_URL: product, REST_AUTH_URL, OPERATOR_TOKEN: operatorToken })
  await shell.app.listen({ port, host: 'localhost' })
  const sdk = isFull ? await packSdk() : null
  const modules = ['kit', 'kit/graphql', 'react', 'react-dom', 'react/jsx-runtime']
  const uses = Object.fromEntries(modules.map((module) => [module, ['*']]))
  const files = { 'index.html': '{{lock}}', ...(sdk && { [`sdk/${sdk.name}`]: sdk.content }) }
  await shell.send(makeVersion({ name: 'shell', version: '2.0.0', kit: kit.version, uses, files }))
  const token = await callRegistry('POST', '/registry/tokens', { name: 'mf-invoices' })
  own = { PRODUCT: product, REMOTE_TOKEN: z.object({ token: z.string() }).parse(token).token }
  place = await mkdtemp(join(tmpdir(), 'building-a-feature-'))
  cwd = place
})
afterAll(async () => {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid)
  await shell.stop()
  await rm(place, { recursive: true })
})

async function callRegistry(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown> {
  const headers = { authorization: `Bearer ${operatorToken}`, 'content-type': 'application/json' }
  return (await fetch(product + path, { method, headers, ...(body && { body: JSON.stringify(body) }) })).json()
}

/** The blocks of the page in order: what stands behind the three ticks, and what is in it. */
const blocks = [...doc.matchAll(/^```(sh.*|json remote\.json)\n([^]*?)^```/gm)]
  .map(([, kind = '', content = '']) => ({
    kind,
    // The values are the test's, the commands are the page's.
    content: content.replaceAll(/^export (PRODUCT|REMOTE_TOKEN)=\S+\n/gm, '').replaceAll('4100', String(servicePort)),
  }))
  .filter(({ kind, content }) => isFull || kind !== 'sh' || content.includes('remote new'))
const service = blocks.findIndex(({ kind }) => kind === 'sh service')

/** Starts a script as somebody at a terminal does who is in no test. */
function start(script: string, folder: string, more: NodeJS.ProcessEnv = {}) {
  const ours = /^(CI|NODE_ENV|NODE_OPTIONS|VITEST.*|npm_.*|INIT_CWD|DATA_DIR|DEV|PROD|MODE|TEST|PORT)$/
  const outside = Object.entries(process.env).filter(([name]) => !ours.test(name))
  const PATH = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  const child = spawn('bash', ['-euo', 'pipefail', '-c', `${shortcuts}\n${script}`], {
    cwd: folder,
    env: { ...Object.fromEntries(outside), PATH, ...own, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  running.add(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += String(text)))
  const ended = once(child, 'close').then(([code]) => {
    running.delete(child)
    return Number(code)
  })
  const printed = (text: string) => vi.waitFor(() => expect(output).toContain(text), { timeout: 120_000, interval: 50 })
  // A terminal tells all that it has started, and npm and tools/boot.mjs pass on what they were
  // told.
  const interrupt = async () => {
    const again = setInterval(() => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT')
      } catch {
        clearInterval(again) // nobody is left
      }
    }, 1)
    await ended
    clearInterval(again)
  }
  return { output: () => output, ended, printed, interrupt }
}

async function runBlock({ kind, content }: (typeof blocks)[number]): Promise<string> {
  if (kind === 'json remote.json') await writeFile(join(cwd, 'remote.json'), content)
  else if (kind === 'sh until the link') return tryOut(content)
  else if (kind === 'sh service') await start(content, cwd, { PRODUCT: product }).printed('listening on')
  else {
    const isOperator = kind === 'sh operator'
    const more = isOperator ? { REMOTE_TOKEN: operatorToken } : {}
    const { ended, output } = start(`${content}pwd`, isOperator ? root : cwd, more)
    expect(await ended, `${content}\n${output()}`).toBe(0)
    if (!isOperator) cwd = output().trim().split('\n').at(-1) ?? ''
    return output()
  }
  return ''
}

/**
 * `remote dev` starts the service, restarts it when its source is saved, and stops it at the end.
 */
async function tryOut(command: string): Promise<string> {
  const dev = start(command, cwd, { PORT: String(servicePort) })
  await dev.printed('Open this link')
  await dev.printed('listening on')
  const { owner, id } = await found(t)
  const draft = { text: 'x'.repeat(150) }
  // Node starts the service again if its files seem to have been saved after the first start.
  const isServed = async () =>
    expect(await ask(owner, 'POST', entriesOf(id), draft), dev.output()).toMatchObject({ status: 201 })
  await vi.waitFor(isServed, { timeout: 60_000, interval: 500 })
  const source = join(cwd, 'service/entries.ts')
  const before = await readFile(source, 'utf8')
  // Saved again where the first time came before Node watched the file.
  const isAnother = async () => {
    await writeFile(source, before.replace('text.length > 200', 'text.length > 100'))
    expect((await ask(owner, 'POST', entriesOf(id), draft)).status).toBe(400)
  }
  await vi.waitFor(isAnother, { timeout: 60_000, interval: 3000 })
  await writeFile(source, before)
  await dev.interrupt()
  expect(await ask(owner, 'GET', entriesOf(id))).toMatchObject({ status: 502 })
  await rm(join(cwd, 'service.db'))
  return dev.output()
}

/** Asks the product as a page of `who` does. */
async function ask({ jar }: Pick<SignedIn, 'jar'>, method: 'GET' | 'POST', path: string, body?: object) {
  const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
  const headers = { cookie, ...(method === 'POST' && { origin: product, 'content-type': 'application/json' }) }
  const sent = method === 'POST' ? { body: JSON.stringify(body ?? {}) } : {}
  const response = await fetch(product + path, { method, headers, ...sent })
  for (const line of response.headers.getSetCookie()) {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
    if (/max-age=0\b/i.test(line)) jar.delete(name)
    else jar.set(name, value)
  }
  const text = await response.text()
  return {
    status: response.status,
    body: z
      .looseObject({})
      .nullable()
      .parse(JSON.parse(text || 'null')),
  }
}
const entriesOf = (organization: string) => `/api/mf-invoices/organizations/${organization}/entries`
const entry = { text: 'The first' }

test('creates a feature, shows it and runs its service with the commands of the page', async () => {
  expect(service).toBeGreaterThan(3)
  const outputs: string[] = []
  for (const block of blocks.slice(0, service + 1)) outputs.push(await runBlock(block))
  const output = outputs.join('')
  expect(output).toContain(`/api/mf-invoices/… is forwarded to http://127.0.0.1:${servicePort}`)
  expect(output).toContain('is no longer shown')
  if (!isFull) return
  expect(output).toMatch(/Tests .*\d passed/)
  expect(output).toContain('mf-invoices 1.0.0 can go live')
  expect(output).toMatch(/mf-invoices 1\.0\.0 is published/)
})

test('creates the helper that the page shows, in 20 lines', async () => {
  const [, shown = ''] = /`service\/authenticate\.ts`.*:\n\n```ts\n([^]*?)^```/m.exec(doc) ?? []
  expect(await readFile(join(cwd, 'service/authenticate.ts'), 'utf8')).toBe(shown)
  const lines = shown.slice(shown.indexOf('export function')).trimEnd().split('\n')
  expect(lines.length).toBeLessThanOrEqual(20)
})

test('serves members by their permissions, and each organization only its own data', async () => {
  const [acme, beta] = [await found(t), await found(t)]
  const ann = await acme.join('member')
  expect(await ask(acme.owner, 'POST', entriesOf(acme.id), entry)).toMatchObject({ status: 201 })
  expect(await ask(ann, 'GET', entriesOf(acme.id))).toMatchObject({ status: 200, body: { entries: [entry] } })
  expect(await ask(ann, 'POST', entriesOf(acme.id), entry)).toMatchObject({ status: 403, body: { code: 'FORBIDDEN' } })
  expect(await ask(beta.owner, 'GET', entriesOf(beta.id))).toEqual({ status: 200, body: { entries: [] } })
  for (const method of ['GET', 'POST'] as const)
    expect(await ask(beta.owner, method, entriesOf(acme.id), entry)).toMatchObject({ status: 409 })
  const nobody = t.browser()
  expect(await ask(nobody, 'GET', entriesOf(acme.id))).toMatchObject({ status: 401, body: { code: 'UNAUTHORIZED' } })
})

test('removes the feature with the commands of the page', async () => {
  const outputs: string[] = []
  for (const block of blocks.slice(service + 1)) outputs.push(await runBlock(block))
  expect(outputs.join('')).toContain('is no longer forwarded')
  const { owner, id } = await found(t)
  expect((await ask(owner, 'GET', entriesOf(id))).status).toBe(404)
  if (!isFull) return
  expect(outputs.join('')).toMatch(/mf-invoices 1\.0\.1 is published[^]*stable[^]*1\.0\.0/)
  expect(JSON.stringify(await callRegistry('GET', '/registry/remotes'))).not.toContain('"1.0.1"')
})
