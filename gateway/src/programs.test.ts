import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { builtInRights } from 'contract/permissions.ts'
import { parse, print } from 'graphql'
import { afterAll, describe, expect, test } from 'vitest'
import { makeKey } from './testing/api-key.ts'
import { createTestOrganization } from './testing/organizations.ts'
import { startGateway } from './testing/start-gateway.ts'

const text = readFileSync(new URL('../../docs/graphql.md', import.meta.url), 'utf8')
const run = promisify(execFile)

const gateway = await startGateway()
const first = await createTestOrganization(gateway)
const { owner } = first
const second = await createTestOrganization(gateway, owner)

const scopes = builtInRights(['admin']).permissions
const { key } = await makeKey(owner, {
  scopes,
  organizationIds: [first, second].map(({ id }) => id.slice(2)),
})

// One origin for both, like the shell.
const front: Server = createServer((incoming, result) => {
  const target = incoming.url?.startsWith('/api/auth') ? gateway.restAuth.url : gateway.url
  const { method, headers, url } = incoming
  const onward = request(target + url, { method, headers }, (response) => {
    result.writeHead(response.statusCode ?? 500, response.rawHeaders)
    response.pipe(result)
  })
  incoming.pipe(onward)
})
front.listen(0, '127.0.0.1')
await once(front, 'listening')
afterAll(() => void front.close())
const address = front.address()
const env = {
  PATH: process.env['PATH'],
  URL: `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`,
  KEY: key,
}

/** The programs of docs/graphql.md by name, in a folder with the packages that they import. */
const folder = mkdtempSync(join(tmpdir(), 'programs-'))
afterAll(() => rmSync(folder, { recursive: true }))
symlinkSync(new URL('../node_modules', import.meta.url).pathname, join(folder, 'node_modules'))
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
const programs = new Map(
  [...text.matchAll(/```js\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, name = '', program = '']) => [name, program]),
)
for (const [name, program] of programs) writeFileSync(join(folder, name), program)

const hasCurl = spawnSync('curl', ['--version']).status === 0
test.runIf(hasCurl)('curl asks, as docs/graphql.md says (needs curl)', async () => {
  const shell = /```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  const { stdout } = await run('sh', ['-c', shell], { env })
  expect(JSON.parse(stdout)).toEqual({ data: { viewer: { user: { name: 'Olive' } } } })
})

const hasPython = spawnSync('python3', ['--version']).status === 0
test.runIf(hasPython)('Python asks, as docs/graphql.md says (needs Python 3)', async () => {
  const program = /```python\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  expect((await run('python3', ['-c', program], { env })).stdout).toBe('Olive\n')
})

test('audit-log.js reads every change, the newest last', async () => {
  const { stdout } = await run(process.execPath, ['audit-log.js', first.slug], { cwd: folder, env })
  expect(stdout).toContain('organization.created by Olive\n')
})

describe('reads page by page, as in docs/graphql.md:', () => {
  const both = `${first.slug}\n${second.slug}\n`

  // `npm test` may be started with any Node from 20 on; this process has 24.
  const nodes = new Set([process.execPath, process.env['npm_node_execpath'] ?? process.execPath])
  test.each([...nodes])('%s', async (node) => {
    expect((await run(node, ['fetch.js'], { cwd: folder, env })).stdout).toBe(both)
  })

  test.each(['apollo.js', 'urql.js'])('%s', async (program) => {
    expect((await run(process.execPath, [program], { cwd: folder, env })).stdout).toBe(both)
  })

  test('relay.js, with its query as compiled by relay-compiler and the bundler', async () => {
    const artifact = 'relayOrganizationsQuery.graphql.js'
    const generated = readFileSync(new URL(`testing/generated/${artifact}`, import.meta.url), 'utf8')
    const program = programs.get('relay.js') ?? ''
    const [line = '', query = ''] = /const query = graphql`([^`]*)`/.exec(program) ?? []
    // The hash by which Relay finds in development that the compiler has to run again: npx
    // relay-compiler@21.0.1
    const hash = createHash('md5')
      .update(print(parse(query)))
      .digest('hex')
    expect(generated).toContain(`node.hash = "${hash}"`)
    writeFileSync(join(folder, artifact), generated)
    writeFileSync(join(folder, 'relay.js'), `import query from './${artifact}'\n${program.replace(line, '')}`)
    expect((await run(process.execPath, ['relay.js'], { cwd: folder, env })).stdout).toBe(both)
  })

  test('with no other programs', () => {
    expect([...programs.keys()]).toEqual(['key.js', 'fetch.js', 'apollo.js', 'urql.js', 'relay.js', 'audit-log.js'])
    expect(programs.size).toBe(text.split('```js\n').length - 1)
    expect(text.split('```ts\n')).toHaveLength(3)
  })
})

describe('dashboard.ts, with types by codegen as docs/graphql.md says,', () => {
  const project = mkdtempSync(join(tmpdir(), 'dashboard-'))
  afterAll(() => rmSync(project, { recursive: true }))
  const resolve = (path: string) => new URL(`../../${path}`, import.meta.url).pathname
  const start = () => run(process.execPath, ['dashboard.ts', first.slug], { cwd: project, env })

  test('compiles', async () => {
    for (const [, name = '', program = ''] of text.matchAll(/```[jt]s\n\/\/ (\S+)\n([\s\S]*?)```/g))
      writeFileSync(join(project, name), program)
    writeFileSync(join(project, 'package.json'), '{"type":"module"}')
    writeFileSync(join(project, 'schema.graphql'), await (await fetch(`${gateway.url}/graphql/schema.graphql`)).text())
    const packages = {
      '@apollo/client': 'gateway/node_modules/@apollo/client',
      '@types/node': 'gateway/node_modules/@types/node',
      '@graphql-codegen/cli': 'node_modules/@graphql-codegen/cli',
      '@graphql-codegen/client-preset': 'packages/remote-tools/node_modules/@graphql-codegen/client-preset',
      '@graphql-typed-document-node/core': 'node_modules/.pnpm/node_modules/@graphql-typed-document-node/core',
      graphql: 'gateway/node_modules/graphql',
    }
    for (const [name, path] of Object.entries(packages)) {
      mkdirSync(dirname(join(project, 'node_modules', name)), { recursive: true })
      symlinkSync(resolve(path), join(project, 'node_modules', name))
    }
    await run(process.execPath, [resolve('node_modules/@graphql-codegen/cli/cjs/bin.js')], { cwd: project })
    const options = ['--strict', '--noEmit', '--module', 'nodenext', '--types', 'node', '--skipLibCheck', '--allowJs']
    const files = ['--allowImportingTsExtensions', '--erasableSyntaxOnly', 'codegen.ts', 'dashboard.ts']
    await run(resolve('node_modules/.bin/tsc'), [...options, ...files], { cwd: project })
  })

  test('shows new roles at once, and retries while rest-auth is unavailable', async () => {
    const mia = await first.join('MEMBER', 'Mia')
    let failures = 2
    gateway.relay.behave = (incoming, result, pass) => {
      const fails = incoming.url?.includes('/organization/replace-member-role') && (failures -= 1) >= 0
      return fails ? result.writeHead(503).end() : pass()
    }
    const { stdout } = await start()
    expect([stdout, failures]).toEqual(['Mia: MEMBER\nMia: ADMIN\n'.repeat(3), -1])
    await first.owner.graphql(
      'mutation ($id: ID!) { removeMember(input: { member: { id: $id } }) { userErrors { code } } }',
      {
        id: mia.memberId,
      },
    )
  })

  test('reports a change that another program made meanwhile, and shows the roles as they are', async () => {
    const { memberId } = await first.join('MEMBER', 'Mia')
    gateway.relay.behave = (incoming, _, pass) => {
      if (!incoming.url?.includes('/organization/replace-member-role')) return pass()
      gateway.relay.behave = (__, ___, passOn) => passOn()
      const body = { organizationId: first.id.slice(2), memberId: memberId.slice(2), role: ['admin'] }
      return void first.owner.rest('POST', '/organization/update-member-role', body).then(pass)
    }
    const { stdout } = await start()
    expect(stdout).toBe('Mia: MEMBER\nMia: ADMIN\nMia: MEMBER\nMEMBER_ROLES_HAVE_CHANGED: Member roles have changed\n')
  })
})
