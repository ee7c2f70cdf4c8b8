// @vitest-environment node
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { announceProduct } from './running-products.ts'
import { commands, runRemote } from './run.ts'

// Responses of a real product are tested in shell/server/remote-command.alone.test.ts.

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'command-'))
})
afterEach(() => rm(folder, { recursive: true }))

const remote = (args: string[], env: NodeJS.ProcessEnv = {}) =>
  runRemote(args, { environment: env, folder, stage: async (_title, work) => work() })

describe('exits with 2 and shows the usage', () => {
  test.for([
    ['no such subcommand', ['publsh'], 'Unknown subcommand "remote publsh".'],
    ['a place is missing', ['promote', 'mf-one'], 'VERSION is missing.\nUsage: remote promote NAME VERSION'],
    ['a word too many', ['rollback', 'mf-one', '1.0.0'], 'Unexpected argument "1.0.0".\nUsage: remote rollback NAME'],
    ['an unknown option', ['list', '--all'], "Unknown option '--all'.\nUsage: remote list [NAME]"],
    ['an option of another subcommand', ['list', '--percent', '3'], '"remote list" has no option --percent.'],
    [
      'no number',
      ['promote', 'mf-one', '1.0.0', '--percent', 'ten'],
      '--percent must be a number from 1 to 100, not "ten".',
    ],
    [
      'a number out of range',
      ['promote', 'mf-one', '1.0.0', '--percent', '101'],
      '--percent must be a number from 1 to 100',
    ],
    ['no channel', ['publish', '--channel', 'prod'], '--channel must be stable, next or pr-<number>.'],
    ['no address', ['list', '--to', 'example.com'], '--to must be the URL of a product'],
    ['a token without a remote', ['token', 'create'], '--remote NAME is missing. A token is for one remote.'],
    [
      'a time that is none',
      ['token', 'create', '--remote', 'mf-one', '--expires', 'soon'],
      'a number of days such as 90d',
    ],
    ['a time that is over', ['token', 'create', '--remote', 'mf-one', '--expires', '0d'], 'from 1d to 366d, not "0d"'],
    ['no remote', ['token', 'create', '--remote', 'invoices'], '--remote must be a name such as mf-invoices'],
    [
      'no right',
      ['token', 'create', '--remote', 'mf-one', '--rights', 'publish,all'],
      '--rights must be some of publish,promote,override, separated by commas, not "all".',
    ],
    ['no version', ['promote', 'mf-one', 'latest'], 'VERSION must be a version such as 1.2.0, not "latest".'],
    ['a long reason', ['rollback', 'mf-one', '--why', 'x'.repeat(501)], '--why must have at most 500 characters.'],
  ] as const)('%s', async ([, args, message]) => {
    const { code, out, err } = await remote([...args])
    expect(err).toContain(message)
    expect([code, out]).toEqual([2, ''])
  })
})

test('shows help for the command and each subcommand', async () => {
  const overview = await remote([])
  expect([overview.code, overview.err]).toEqual([0, ''])
  const usages = [...overview.out.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)\b.* {2}/gm)].map(([, words = '']) => words.trim())
  expect(usages.length).toBeGreaterThan(12)
  for (const words of ['publish', 'token create']) {
    const { code, out } = await remote([...words.split(' '), '--help'])
    expect(out).toContain(`remote ${words}`)
    expect(out).toContain('--to URL')
    expect(code).toBe(0)
  }
})

test('reports an unreachable product and exits with 1 as a program, also in JSON', async () => {
  const program = [join(import.meta.dirname, 'main.ts'), 'list', '--json', '--to', 'http://127.0.0.1:2']
  const [error, out, err] = await new Promise<[unknown, string, string]>((done) => {
    execFile(process.execPath, program, (...outcome) => done(outcome))
  })
  expect(error).toMatchObject({ code: 1 })
  expect(err).toBe(
    'http://127.0.0.1:2 does not respond (ECONNREFUSED). Start the product ("npm start"), or name another one: --to URL, PRODUCT, or "product" in package.json.\n',
  )
  expect(JSON.parse(out)).toEqual({ error: { code: 'NOT_REACHED', message: err.trim() } })
})

test.for([
  [503, 'NOT_REACHED', 'reaches no shell server'],
  [413, 'BODY_TOO_LARGE', 'Allow it 48 MB'],
  [404, 'NOT_UNDERSTOOD', 'It may run another release'],
] as const)('explains a page of a proxy with status %i', async ([status, code, message]) => {
  const proxy = createServer((_, response) => void response.writeHead(status).end('<html>')).listen(0, '127.0.0.1')
  onTestFinished(() => void proxy.close())
  await once(proxy, 'listening')
  const address = proxy.address()
  const to = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  const { out } = await remote(['list', '--json', '--to', to])
  expect(JSON.parse(out)).toEqual({ error: { code, message: expect.stringContaining(message) } })
})

test('says that a product which takes too long may be busy', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('The operation timed out', 'TimeoutError')))
  onTestFinished(() => void vi.unstubAllGlobals())
  const { code, err } = await remote(['list', '--to', 'http://127.0.0.1:2'])
  expect([code, err]).toEqual([1, expect.stringContaining('did not respond within 60 seconds. It may be busy')])
})

describe('the product', () => {
  const address = (port: number) => `http://127.0.0.1:${port}`
  // Nothing listens on these ports, so the error names the product.
  const askedBy = async (args: string[], env: NodeJS.ProcessEnv = {}) =>
    /^http:\/\/\S+:(\d+) does not respond/.exec((await remote(args, env)).err)?.[1]

  test.for([
    ['--to', ['--to', address(11)], { PRODUCT: address(12) }, '11'],
    ['PRODUCT', [], { PRODUCT: ` ${address(12)}/ ` }, '12'],
    ['package.json, if PRODUCT is empty', [], { PRODUCT: '' }, '13'],
    ['package.json', [], {}, '13'],
  ] as const)('is named by %s, in this order, before one that runs on this machine', async ([, to, env, port]) => {
    announceProduct({ HOME: folder }, { origin: address(14), dataDir: folder })
    await writeFile(join(folder, 'package.json'), JSON.stringify({ product: address(13) }))
    expect(await askedBy(['list', ...to], { HOME: folder, ...env })).toBe(port)
  })

  test('is named by a remote below the current folder', async () => {
    await mkdir(join(folder, 'mf-one'))
    await writeFile(join(folder, 'mf-one/package.json'), JSON.stringify({ product: address(13) }))
    expect(await askedBy(['list', 'mf-one'])).toBe('13')
    expect(await askedBy(['list'], { INIT_CWD: join(folder, 'mf-one') })).toBe('13')
  })

  test.for(['{', '{ "product": 1 }', '{ "name": "mf-one" }'])(
    'is the running one with package.json %s',
    async (text) => {
      announceProduct({ HOME: folder }, { origin: address(14), dataDir: folder })
      await writeFile(join(folder, 'package.json'), text)
      expect(await askedBy(['list'], { HOME: folder })).toBe('14')
    },
  )

  test('is named in the error when its address is invalid', async () => {
    expect((await remote(['list'], { PRODUCT: 'example.com' })).err).toMatch(/^PRODUCT must be the URL of a product/)
    await writeFile(join(folder, 'package.json'), '{ "product": "example.com" }')
    const { code, err } = await remote(['list'])
    expect(err).toContain(`"product" in ${join(folder, 'package.json')} must be the URL of a product`)
    expect(code).toBe(2)
  })

  const verbs = commands.map(({ usage }) => [usage] as const)
  test.for(verbs)('is read from PRODUCT by remote %s', async ([usage]) => {
    const args = usage.split(' ').flatMap((word) => (/^[a-z]/.test(word) ? word : word.startsWith('[') ? [] : '1.0.0'))
    expect((await remote(args, { PRODUCT: 'nowhere' })).err).toMatch(/^PRODUCT must be the URL of a product/)
  })
})

describe('a token', () => {
  test('is sent over http only to this machine', async () => {
    const { code, err } = await remote(['list', '--to', 'http://accounts.example.com'], { REMOTE_TOKEN: 'secret' })
    expect(err).toMatch(/^The token was not sent to http:\/\/accounts\.example\.com/)
    expect(err).not.toContain('secret')
    expect(code).toBe(1)
  })

  test('is rejected without being printed if it contains spaces', async () => {
    const { code, err } = await remote(['list', '--to', 'http://127.0.0.1:2'], { REMOTE_TOKEN: ' rmt_a\nsecret ' })
    expect(err).toBe('REMOTE_TOKEN is not a token: it contains spaces or other invalid characters. Copy it again.\n')
    expect(code).toBe(1)
  })

  const server = createServer((request, response) => {
    seen.push(request)
    response.writeHead(307, { location: 'http://elsewhere.example/registry/remotes' }).end()
  })
  const seen: IncomingMessage[] = []
  let origin: string
  beforeAll(async () => {
    await once(server.listen(0, '127.0.0.1'), 'listening')
    const address = server.address()
    origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
  })
  afterAll(() => void server.close())

  test('is read from the local data folder, and not sent on redirects', async () => {
    await writeFile(join(folder, 'operator-token'), 'rmo_own\n')
    const { err } = await remote(['list', '--to', origin], { DATA_DIR: folder })
    expect(seen.at(-1)?.headers.authorization).toBe('Bearer rmo_own')
    expect(err).toContain(
      'redirects to http://elsewhere.example/registry/remotes. Use that one: --to http://elsewhere.example',
    )
    await remote(['list', '--to', origin], { DATA_DIR: folder, REMOTE_TOKEN: 'rmt_team' })
    expect(seen.at(-1)?.headers.authorization).toBe('Bearer rmt_team')
  })

  test('of a team is named when it is rejected and hides that of the operator', async () => {
    const product = createServer(
      (_, response) => void response.writeHead(403).end('{ "code": "FORBIDDEN", "message": "No." }'),
    )
    onTestFinished(() => void product.close())
    await once(product.listen(0, '127.0.0.1'), 'listening')
    const { port } = Object(product.address())
    const to = `http://127.0.0.1:${port}`
    await writeFile(join(folder, 'operator-token'), 'rmo_own\n')
    const hidden = await remote(['list', '--to', to], { DATA_DIR: folder, REMOTE_TOKEN: 'rmt_team' })
    expect(hidden.err).toContain('To act as the operator, run: unset REMOTE_TOKEN')
    expect(hidden.err).toContain(`More: ${to}/sdk/docs/errors/FORBIDDEN`)
    const alone = await remote(['list', '--to', to], { DATA_DIR: join(folder, 'none'), REMOTE_TOKEN: 'rmt_team' })
    expect(alone.err).not.toContain('unset REMOTE_TOKEN')
  })
})

describe('build', () => {
  const start = async (files: Record<string, string>) => {
    await mkdir(join(folder, 'src'))
    const config = `export default { context: ${JSON.stringify(folder)}, entry: './src/a.tsx', mode: 'production' }`
    const sound = { 'rspack.config.js': config, 'remote.json': '{"name":"mf-one","routes":[]}' }
    for (const [file, content] of Object.entries({ ...sound, ...files })) await writeFile(join(folder, file), content)
  }

  test('reports errors in sources without a stack trace', async () => {
    await start({ 'src/a.tsx': `import { t } from '@lingui/core/macro'\nconst = 1` })
    const { code, err } = await remote(['build'])
    expect(err).toMatch(/could not be built:\n[^]*\.\/src\/a\.tsx/)
    expect(err).not.toContain('    at ')
    expect(code).toBe(1)
  })

  test('reports errors in remote.json', async () => {
    await start({ 'remote.json': '{"name":"mf-one","routes":{}}' })
    expect((await remote(['build'])).err).toBe(
      'remote.json is not valid: "routes" must be a list of { path: "/…", access: "public" | "guest" | "user" }\n',
    )
    await writeFile(join(folder, 'remote.json'), '{')
    expect((await remote(['build'])).err).toMatch(/remote\.json has no valid name/)
  })

  test('blames the machine, not the remote, if it is too busy to run it', async () => {
    const problem = "compilation.errors.push(new Error('mf-one: This machine is too busy: within 600 seconds …'))"
    const plugin = `{ apply: ({ hooks }) => hooks.afterEmit.tap('busy', (compilation) => ${problem}) }`
    await start({ 'src/a.tsx': '', 'package.json': '{}' })
    const config = await readFile(join(folder, 'rspack.config.js'), 'utf8')
    await writeFile(join(folder, 'rspack.config.js'), config.replace('{ context', `{ plugins: [${plugin}], context`))
    const { out, code } = await remote(['build', '--json'])
    expect(JSON.parse(out)).toEqual({ error: { code: 'MACHINE_BUSY', message: expect.stringContaining('too busy') } })
    expect(code).toBe(1)
  })

  test('rejects development builds and invalid versions', async () => {
    await start({})
    expect((await remote(['build'], { NODE_ENV: 'development' })).err).toMatch(/^NODE_ENV is "development"/)
    const published = await remote(['check', '--version', 'latest', '--to', 'http://127.0.0.1:2'])
    expect([published.code, published.err]).toEqual([2, '--version must be a version such as 1.2.0, not "latest".\n'])
  })
})

describe('new', () => {
  const make = (name: string, ...more: string[]) =>
    remote(['new', name, ...more, '--json', '--to', 'http://127.0.0.1:2'])

  test('creates a complete remote with a private key for its owner', async () => {
    const { code, out } = await make('mf-2-invoices')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toEqual({
      name: 'mf-2-invoices',
      folder: join(folder, 'mf-2-invoices'),
      publicKey: expect.stringMatching(/^[A-Za-z0-9+/]{43}=$/),
    })
    const target = join(folder, 'mf-2-invoices')
    expect((await readdir(target)).toSorted()).toEqual(
      [
        '.gitignore',
        '.remote',
        'AGENTS.md',
        'README.md',
        'journeys',
        'package.json',
        'remote.json',
        'rspack.config.js',
        'src',
        'tsconfig.json',
        'vitest.config.js',
      ].toSorted(),
    )
    expect(await readdir(folder)).toEqual(['mf-2-invoices'])
    expect((await readdir(join(target, 'src/locales'))).length).toBe(8)
    expect(await readFile(join(target, 'src/locales/en.po'), 'utf8')).toContain(
      '\nmsgid "There is nothing here yet."\nmsgstr "There is nothing here yet."\n',
    )
    expect(await readFile(join(target, 'src/locales/de.po'), 'utf8')).toContain('\nmsgid "2 invoices"\nmsgstr ""\n')
    expect((await stat(join(target, '.remote/key.pem'))).mode & 0o777).toBe(0o600)
  })

  test('fills an empty folder of its name where kit is installed, and no other', async () => {
    const place = join(folder, 'mf-filled')
    await mkdir(join(place, 'node_modules/kit'), { recursive: true })
    await writeFile(join(place, 'package.json'), '{ "devDependencies": { "kit": "*" } }')
    const fill = (...args: string[]) =>
      runRemote(['new', ...args, '--to', 'http://127.0.0.1:2'], {
        environment: {},
        folder: place,
        stage: async (_title, work) => work(),
      })
    const { code, out } = await fill('mf-filled')
    expect([code, out]).toEqual([0, expect.stringContaining('Start with: npm install')])
    expect(JSON.parse(await readFile(join(place, 'package.json'), 'utf8'))).toMatchObject({
      name: 'mf-filled',
      engines: { node: expect.stringContaining('22.22') },
    })
    expect(await readdir(place)).toContain('remote.json')
    // Now it has sources, so a remote of the same name goes below it.
    await fill('mf-filled')
    expect(await readdir(place)).toContain('mf-filled')
    expect(await readdir(folder)).toEqual(['mf-filled'])
  })

  const [to, env, kitUrl] = [
    'https://to.example.com',
    'https://env.example.com',
    'https://kit.example.com/sdk/kit-2.0.0.tgz',
  ]
  test.for([
    ['--to', ['--to', `${to}/x`], { PRODUCT: env }, kitUrl, to, `${to}/sdk/kit-`],
    ['PRODUCT', [], { PRODUCT: env }, kitUrl, env, `${env}/sdk/kit-`],
    ['the address of kit', [], {}, kitUrl, 'https://kit.example.com', 'https://kit.example.com/sdk/kit-'],
    ['nothing, with a kit from elsewhere', [], {}, 'file:../kit.tgz', undefined, 'file:../kit.tgz'],
    ['nothing', [], {}, undefined, undefined, 'http://localhost:3000/sdk/kit-'],
  ] as const)('remembers the product of %s', async ([, args, environment, installed, product, written]) => {
    await writeFile(join(folder, 'package.json'), JSON.stringify({ devDependencies: { kit: installed } }))
    expect((await remote(['new', 'mf-one', ...args], environment)).code).toBe(0)
    const made = JSON.parse(await readFile(join(folder, 'mf-one/package.json'), 'utf8'))
    expect(made.product).toBe(product)
    expect(made.devDependencies.kit).toMatch(written)
  })

  test('refuses a Node that cannot run all packages of a remote', async () => {
    vi.stubGlobal('process', { ...process, versions: { ...process.versions, node: '20.20.0' } })
    onTestFinished(() => void vi.unstubAllGlobals())
    const { code, out } = await make('mf-one')
    expect(JSON.parse(out)).toEqual({
      error: { code: 'NODE_UNSUPPORTED', message: expect.stringMatching(/^Node 20\.20\.0 .* Install Node 24/) },
    })
    expect([code, await readdir(folder)]).toEqual([1, []])
  })

  test('adds a workflow with --ci github only, and knows no other CI', async () => {
    expect((await make('mf-one', '--ci', 'github')).code).toBe(0)
    const workflow = await readFile(join(folder, 'mf-one/.github/workflows/remote.yml'), 'utf8')
    expect(workflow).toContain('remote promote mf-one "${VERSION%%-*}"')
    await make('mf-two')
    expect(await readdir(join(folder, 'mf-two'))).not.toContain('.github')
    expect(await make('mf-three', '--ci', 'gitlab')).toMatchObject({
      code: 2,
      err: '--ci must be github, not "gitlab".\n',
    })
  })

  test('adds a service and its dependencies with --with-service', async () => {
    expect((await make('mf-2-invoices', '--with-service')).code).toBe(0)
    const target = join(folder, 'mf-2-invoices')
    const { scripts, dependencies, devDependencies } = JSON.parse(await readFile(join(target, 'package.json'), 'utf8'))
    expect(scripts).toMatchObject({
      start: 'node service/main.ts',
      service: 'node --watch service/main.ts',
      dev: 'remote dev',
    })
    expect(Object.keys(dependencies)).toEqual(['jose'])
    expect(devDependencies).toHaveProperty(['@types/node'])
    expect(await readdir(join(target, 'service'))).toContain('authenticate.ts')
    expect(JSON.parse(await readFile(join(target, 'remote.json'), 'utf8'))).toMatchObject({
      routes: [],
      places: { 'organization-tab': [{ name: '2-invoices' }], 'start-card': [{ name: '2-invoices' }] },
      needs: { kit: '^2' },
    })
    expect(await readFile(join(target, 'src/remote.tsx'), 'utf8')).toContain("'2-invoices': lazy(")
  })

  test('uses workspace packages inside of this repository', async () => {
    const workspace = await readFile(new URL('../../../../pnpm-workspace.yaml', import.meta.url), 'utf8')
    await mkdir(join(folder, 'packages/kit'), { recursive: true })
    await writeFile(join(folder, 'packages/kit/package.json'), '{}')
    await writeFile(join(folder, 'pnpm-workspace.yaml'), workspace)
    expect((await make('mf-notes')).code).toBe(0)
    const made = JSON.parse(await readFile(join(folder, 'mf-notes/package.json'), 'utf8'))
    const { kit, 'remote-tools': tools, ...others } = { ...made.dependencies, ...made.devDependencies }
    expect([kit, tools]).toEqual(['workspace:*', 'workspace:*'])
    expect(Object.keys(others).length).toBeGreaterThan(4)
    for (const name of Object.keys(others)) {
      expect(others[name]).toBe('catalog:')
      expect(workspace).toMatch(new RegExp(`^  '?${name}'?: \\d`, 'm'))
    }
    expect(made.scripts.build).toBe('rspack build')
  })

  test('does not change an existing folder', async () => {
    await mkdir(join(folder, 'mf-one'))
    await writeFile(join(folder, 'mf-one/notes'), 'mine')
    const { code, err } = await make('mf-one')
    expect(err).toContain('mf-one already exists.')
    expect(code).toBe(1)
    expect(await readdir(join(folder, 'mf-one'))).toEqual(['notes'])
  })

  test.for(['shell', 'invoices', '../mf-one', 'mf-One', 'mf-one/two'])(
    'refuses the name %s and makes nothing',
    async (name) => {
      const { code, err } = await make(name)
      expect(err).toContain('is not a valid name')
      expect(code).toBe(1)
      expect(await readdir(folder)).toEqual([])
    },
  )
})
