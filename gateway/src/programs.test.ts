import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { foundOrganization } from './testing/organizations.ts'
import { startGateway } from './testing/start-gateway.ts'

const text = readFileSync(new URL('../../docs/graphql.md', import.meta.url), 'utf8')
const example = (language: string) => new RegExp('```' + language + '\\n([\\s\\S]*?)```').exec(text)?.[1] ?? ''
const run = promisify(execFile)

const gateway = await startGateway()
const { owner } = await foundOrganization(gateway)
await foundOrganization(gateway, owner)

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

test('curl signs in and asks, as docs/graphql.md says', async () => {
  const { stdout } = await run('sh', ['-c', example('sh')], { env })
  expect(JSON.parse(stdout)).toEqual({ data: { viewer: { user: { name: 'Olive' } } } })
})

test('Node signs in and reads page by page, as docs/graphql.md says', async () => {
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', example('js')], { env })
  expect(stdout).toBe('organization-1\norganization-2\n')
})
