import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import { get as getSecurely } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from 'database/free-port.ts'
import { endBalancer, makeCertificate, missingPrograms, startBalancer } from 'e2e/rolling/balancers'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'

const missing = missingPrograms()
const received: IncomingHttpHeaders[] = []
const service = createServer(({ url, headers }, response) => {
  if (url === '/called') received.push(headers)
  response.end()
})
let folder: string
let port: number
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'balancers-'))
  port = await findFreePort()
  service.listen(port, '127.0.0.1')
})
afterAll(async () => {
  service.close()
  await rm(folder, { recursive: true })
})

describe.runIf(missing.length === 0)('docs/balancers (needs haproxy, nginx and openssl)', () => {
  test.each(['haproxy', 'nginx'] as const)(
    '%s drops request ids of clients, and keeps those of services',
    async (name) => {
      const names = ['rest-auth', 'gateway', 'shell'].flatMap((each) => [`${each}-1`, `${each}-2`])
      const balancer = {
        public: await findFreePort(),
        'rest-auth': await findFreePort(),
        gateway: await findFreePort(),
      }
      const ca = await makeCertificate(folder)
      const instances = Object.fromEntries(names.map((each) => [each, port]))
      const running = await startBalancer(name, { balancer, instances }, folder)
      const send = (url: string) =>
        vi.waitFor(async () => {
          const options = { ca, headers: { 'x-request-id': 'chosen-by-a-client' } }
          const [response] = await once(
            url.startsWith('https') ? getSecurely(url, options) : get(url, options),
            'response',
          )
          response.resume()
          expect(response.statusCode).toBe(200)
          return received.at(-1)
        })
      const fromClient = await send(`https://localhost:${balancer.public}/called`)
      const fromService = await send(`http://127.0.0.1:${balancer['rest-auth']}/called`)
      await endBalancer(running)
      expect(fromClient?.['x-forwarded-proto']).toBe('https')
      expect(fromClient).not.toHaveProperty('x-request-id')
      expect(fromService?.['x-request-id']).toBe('chosen-by-a-client')
    },
  )
})
