import { execFile, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingMessage, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { parse, print } from 'graphql'
import { afterAll, describe, expect, test } from 'vitest'
import { foundOrganization } from './testing/organizations.ts'
import { startGateway } from './testing/start-gateway.ts'

const text = readFileSync(new URL('../../docs/graphql.md', import.meta.url), 'utf8')
const run = promisify(execFile)

const gateway = await startGateway()
const first = await foundOrganization(gateway)
const { owner } = first
const second = await foundOrganization(gateway, owner)

// One address for both, as the shell has it.
const front: Server = createServer((incoming, answer) => {
  const target = incoming.url?.startsWith('/api/auth') ? gateway.restAuth.url : gateway.url
  const { method, headers, url } = incoming
  const onward = request(target + url, { method, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 500, response.rawHeaders)
    response.pipe(answer)
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
  EMAIL: owner.email,
  PASSWORD: 'correct horse battery',
}

/** The programs of docs/graphql.md by their names, in a folder where the packages that they import are installed. */
const folder = mkdtempSync(join(tmpdir(), 'programs-'))
afterAll(() => rmSync(folder, { recursive: true }))
symlinkSync(new URL('../node_modules', import.meta.url).pathname, join(folder, 'node_modules'))
writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
const programs = new Map(
  [...text.matchAll(/```js\n\/\/ (\S+)\n([\s\S]*?)```/g)].map(([, name = '', program = '']) => [name, program]),
)
for (const [name, program] of programs) writeFileSync(join(folder, name), program)

const hasCurl = spawnSync('curl', ['--version']).status === 0
test.runIf(hasCurl)('curl signs in and asks, as docs/graphql.md says (needs curl)', async () => {
  const shell = /```sh\n([\s\S]*?)```/.exec(text)?.[1] ?? ''
  const { stdout } = await run('sh', ['-c', shell], { env })
  expect(JSON.parse(stdout)).toEqual({ data: { viewer: { user: { name: 'Olive' } } } })
})

describe('signs in and reads page by page, as docs/graphql.md says:', () => {
  const both = `${first.slug}\n${second.slug}\n`

  // `npm test` is started with any Node from 20 on, ours is 24.
  const nodes = new Set([process.execPath, process.env['npm_node_execpath'] ?? process.execPath])
  test.each([...nodes])('%s', async (node) => {
    expect((await run(node, ['fetch.js'], { cwd: folder, env })).stdout).toBe(both)
  })

  test.each(['apollo.js', 'urql.js'])('%s', async (program) => {
    expect((await run(process.execPath, [program], { cwd: folder, env })).stdout).toBe(both)
  })

  test('relay.js, with its query as relay-compiler and the bundler make it', async () => {
    const artifact = 'relayOrganizationsQuery.graphql.js'
    const generated = readFileSync(new URL(`testing/generated/${artifact}`, import.meta.url), 'utf8')
    const program = programs.get('relay.js') ?? ''
    const [line = '', query = ''] = /const query = graphql`([^`]*)`/.exec(program) ?? []
    // The hash by which Relay finds in development that the compiler has to run again: npx relay-compiler@21.0.1
    const hash = createHash('md5')
      .update(print(parse(query)))
      .digest('hex')
    expect(generated).toContain(`node.hash = "${hash}"`)
    writeFileSync(join(folder, artifact), generated)
    writeFileSync(join(folder, 'relay.js'), `import query from './${artifact}'\n${program.replace(line, '')}`)
    expect((await run(process.execPath, ['relay.js'], { cwd: folder, env })).stdout).toBe(both)
  })

  test('there is no other', () => {
    expect([...programs.keys()]).toEqual(['sign-in.js', 'fetch.js', 'apollo.js', 'urql.js', 'relay.js'])
    expect(programs.size).toBe(text.split('```js\n').length - 1)
  })
})

/** Sends these headers, as they are written, and no others. */
async function post(path: string, headers: Record<string, string>, body: object) {
  const outgoing = request(env.URL + path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
  })
  outgoing.end(JSON.stringify(body))
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    outgoing.on('error', reject).on('response', resolve),
  )
  return { headers: answer.headers, text: await textOf(answer) }
}

// What each sends by itself: seen in November 2026. Node 20 and 24 send the same.
test.each<[string, Record<string, string>]>([
  [
    'Node',
    {
      accept: '*/*',
      'accept-language': '*',
      'sec-fetch-mode': 'cors',
      'user-agent': 'node',
      'accept-encoding': 'gzip, deflate',
    },
  ],
  ['Deno 2.9', { accept: '*/*', 'accept-language': '*', 'user-agent': 'Deno/2.9.6', 'accept-encoding': 'gzip,br' }],
  ['Bun 1.4', { 'User-Agent': 'Bun/1.4.5', Accept: '*/*', 'Accept-Encoding': 'gzip, deflate, br, zstd' }],
  ['curl 7', { 'User-Agent': 'curl/7.88.1', Accept: '*/*' }],
  ['what sends nothing by itself', {}],
])('%s signs in and asks, by the token alone and with the cookies that came with it', async (_, headers) => {
  const { EMAIL: email, PASSWORD: password } = env
  const signIn = await post('/api/auth/sign-in/email', headers, { email, password })
  const authorization = `Bearer ${signIn.headers['set-auth-token']}`
  const cookie = (signIn.headers['set-cookie'] ?? []).map((line) => line.split(';')[0]).join('; ')
  expect(cookie).toContain('session_token=')
  const query = { query: '{ viewer { user { name } } }' }
  for (const known of [{ authorization }, { Authorization: authorization, Cookie: cookie }]) {
    const answer = await post('/graphql', { ...headers, ...known }, query)
    expect(JSON.parse(answer.text)).toEqual({ data: { viewer: { user: { name: 'Olive' } } } })
  }
})
