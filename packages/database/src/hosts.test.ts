import { once } from 'node:events'
import { createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from './connect.ts'
import { isClearText } from './is-clear-text.ts'
import { parseHosts } from './hosts.ts'
import { withTimeout } from './testing/with-timeout.ts'

test('sends the host of the URL in TLS, by way of the undocumented `socket.host`', async () => {
  const named = Promise.withResolvers<string>()
  const server = createServer((client) => {
    client.on('error', () => {})
    client.once('data', () => {
      client.write('S') // yes to TLS
      const SNICallback = (name: string, done: (error: Error) => void): void => {
        named.resolve(name)
        done(new Error('no certificate'))
      }
      new TLSSocket(client, { isServer: true, SNICallback }).on('error', () => {})
    })
  }).listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = Object(server.address())
  const database = connect(`postgres://user:word@localhost:${port}/name?sslmode=require`, {
    deadlines: { statement: 2000, lock: 2000 },
  })
  onTestFinished(async () => {
    await database.end()
    server.close()
  })
  database.read`select 1`.catch(() => {})
  expect(await withTimeout(8000, named.promise, () => Promise.resolve())).toBe('localhost')
})

test('parses several hosts, including IPv6, and defaults to the primary', () => {
  const { servers, primaryOnly } = parseHosts('postgres://u:p@[::1]:6000,two/name')
  expect(servers).toEqual([
    { host: '::1', port: 6000 },
    { host: 'two', port: 5432 },
  ])
  expect(primaryOnly).toBe(true)
})

test.each([
  ['postgres://u:p@db.example/name', true],
  ['postgres://u:p@127.0.0.1:5432,10.0.0.7:5432/name', true],
  ['postgres://u:p@db.example/name?sslmode=prefer', true],
  ['postgres://u:p@db.example/name?sslmode=require', false],
  ['postgres://u:p@10.0.0.7,10.0.0.8/name?sslmode=verify-full&target_session_attrs=primary', false],
  ['postgres://u:p@localhost/name', false],
  ['postgres://u:p@[::1]:5433,127.0.0.1/name', false],
])('tells whether %s may send clear text to another machine: %s', (address, expected) => {
  expect(isClearText(address)).toBe(expected)
})
