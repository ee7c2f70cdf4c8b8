import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import kit from 'kit/package.json' with { type: 'json' }
import { packSdk } from 'shell/sdk/pack-sdk'
import { makeVersion } from 'registry/testing/make-version.ts'
import { startShell } from 'shell/testing/start-shell'
import { tryTypes } from './testing/try-types.ts'
import { runCommand } from './testing/site.ts'

// Runs the commands of docs/first-day.md in a folder outside this repository, and those of
// docs/shipping-a-remote.md in a copy of it.

const root = resolve(import.meta.dirname, '..')
const notSources = ['.git', 'node_modules', 'dist', '.data', '.cache', '.env', 'test-results']

let doc: string
let reference: string
let place: string
beforeAll(async () => {
  doc = await readFile(join(root, 'docs/first-day.md'), 'utf8')
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

test('ships a remote to all visitors and back with the commands of docs/first-day.md', async () => {
  const { product, token, pageOf } = await startProduct('mf-invoices')
  // The values are theirs, the commands are the page's; each begins where the one before ended.
  const own = { PRODUCT: product.origin, REMOTE_TOKEN: token }
  const parts = [...doc.matchAll(/^(?:.* `(src\/[^`]+)`:\n\n)?```(sh|sh until the link|tsx)\n([^]*?)^```/gm)]
  const steps = parts.flatMap(([, file, language, content = '']) => {
    if (language === 'sh')
      return content.replaceAll(/^export (\w+)=\S+$/gm, (line, name: string) => (name in own ? '' : line))
    if (language === 'sh until the link') return untilLink(content)
    return file === undefined ? [] : `cat > ${file} <<'end of the file'\n${content}end of the file\n`
  })
  expect(steps.length).toBeGreaterThan(7)
  const seen: Record<string, string> = {}
  const folder = join(place, 'team')
  await mkdir(folder)
  let cwd = folder
  let output = ''
  const started = performance.now()
  for (const step of steps) {
    const script = [...Object.entries(own).map(([name, value]) => `export ${name}='${value}'`), step, 'pwd'].join('\n')
    const run = await runScript(script, cwd)
    expect(run.code, `${step}\n${run.output}`).toBe(0)
    output += run.output
    cwd = run.output.trim().split('\n').at(-1) ?? ''
    seen[step.trim().split('\n').at(-1) ?? ''] = await pageOf('/invoices')
  }
  expect(performance.now() - started).toBeLessThan(10 * 60_000)
  expect(output).toMatch(/Tests .*1 passed/)
  expect(output).not.toContain('EBADENGINE')
  expect(output).toContain(`Open this link and confirm: `)
  expect(output).toContain('is no longer shown')
  const version = (step: string) => seen[Object.keys(seen).find((line) => line.startsWith(step)) ?? '']
  expect(version('npx remote check')).toBe('')
  expect(version('npx remote promote mf-invoices 1.0.0')).toBe('1.0.0')
  expect(seen['npx remote promote mf-invoices 1.1.0']).toBe('1.1.0')
  expect(version('npx remote unpublish')).toBe('1.0.0')
  expect(version('npx remote publish --json')).toBe('1.1.1')
  await tryTypes(cwd, 'npx', (command) => runScript(command, cwd))
  await product.stop()
})

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
    'oxfmt --check mf-notes; oxlint --type-aware mf-notes; ! (knip; node tools/checks/circles.ts) | grep mf-notes'
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

/** Runs a command as somebody does who ends it by Ctrl-C when it has printed a link. */
const untilLink = (command: string): string => `set -m
${command.trim()} > printed 2>&1 &
until grep 'Open this link' printed; do kill -0 $! || cat printed; sleep 0.1; done
kill -INT -- -$!
wait $! || true
cat printed
rm printed
`

/**
 * A product with a shell that hands out this kit, a token for the team, and what version of a
 * remote a new page runs.
 */
async function startProduct(remote: string) {
  const shell = await startShell()
  const origin = await shell.app.listen({ port: 0, host: 'localhost' })
  const { name, content } = await packSdk()
  const everything = Object.fromEntries(
    ['kit', 'kit/graphql', 'react', 'react-dom', 'react/jsx-runtime'].map((key) => [key, ['*']]),
  )
  const files = { 'index.html': '{{lock}}', [`sdk/${name}`]: content }
  await shell.send(makeVersion({ name: 'shell', version: '2.0.0', kit: kit.version, uses: everything, files }))
  // As the page says that an operator does, on the product's machine.
  const [, create = ''] = /`(npm run remote -- token create [^`]*)`/.exec(doc) ?? []
  const command = `${create.replace('mf-invoices', remote)} --to ${origin}`
  const made = await runScript(`export DATA_DIR='${shell.folder}'; ${command}`, root)
  const [token = ''] = /rmt_[\w-]{43}/.exec(made.output) ?? []
  expect(token, made.output).not.toBe('')
  /** Empty: the address is nobody's. */
  const pageOf = async (path: string): Promise<string> => {
    await shell.registry.refresh()
    return (await shell.app.inject(path)).body.split(`/remotes/${remote}/`)[1]?.split('/')[0] ?? ''
  }
  return { product: { origin, folder: shell.folder, stop: shell.stop }, token, pageOf }
}
