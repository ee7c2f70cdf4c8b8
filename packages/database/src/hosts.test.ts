import { once } from 'node:events'
import { createServer } from 'node:net'
import { TLSSocket } from 'node:tls'
import { expect, onTestFinished, test } from 'vitest'
import { connect } from './connect.ts'
import { isClearText } from './is-clear-text.ts'
import { findAddressProblems, parseHosts } from './hosts.ts'
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

const neon = 'postgres://u:p@ep-x-pooler.eu.aws.neon.tech/app?sslmode=require&channel_binding=require'
const supabase = 'postgres://postgres.ref:p@aws-0-eu.pooler.supabase.com:6543/postgres?pgbouncer=true'

test.each<[string, object, string]>([
  [neon, { servers: [{ host: 'ep-x-pooler.eu.aws.neon.tech', port: 5432 }] }, '?sslmode=require'],
  [supabase, { servers: [{ host: 'aws-0-eu.pooler.supabase.com', port: 6543 }], isTransactionPooler: true }, ''],
  ['postgres://u:p@h/app?schema=public&pgbouncer=false', { isTransactionPooler: false }, ''],
  ['postgres://u:p@h/app?schema=a"b', {}, '?search_path=%22a%22%22b%22'],
  ['postgres://u:p@h/app?schema=a&search_path=registry', {}, '?search_path=registry'],
  ['postgres://u:p@h/app?sslmode=require&sslaccept=strict', {}, '?sslmode=verify-full'],
  ['postgres://u:p@h/app?sslrootcert=system', {}, '?sslmode=verify-full'],
  ['postgres://u:p@h/app?sslmode=no-verify', {}, '?sslmode=require'],
  ['postgres://u:p@/app?host=/cloudsql/a:b:c', { servers: [{ host: '/cloudsql/a:b:c', port: 5432 }] }, ''],
  ['postgres://u:p@%2Fcloudsql%2Fa%3Ab%3Ac/app', { servers: [{ host: '/cloudsql/a:b:c', port: 5432 }] }, ''],
  ['postgres:///app?host=/tmp&port=6000', { servers: [{ host: '/tmp', port: 6000 }], database: 'app' }, ''],
  [
    'postgres://u:p@/app?host=one,two&port=6000',
    {
      servers: [
        { host: 'one', port: 6000 },
        { host: 'two', port: 6000 },
      ],
    },
    '',
  ],
  ['postgresql://u:p%40ss%2F%23@h/app?target_session_attrs=read-write', { primaryOnly: true }, ''],
])('reads %s as its author means it', (address, expected, search) => {
  const hosts = parseHosts(address)
  expect(hosts).toMatchObject(expected)
  expect(new URL(hosts.url).search).toBe(search)
})

test.each([
  [
    'postgres://u:secret@h/app?sslrootcert=/etc/ca.pem',
    'has the parameter sslrootcert: remove it, and set NODE_EXTRA_CA_CERTS to the file',
  ],
  [
    'postgres://u:secret@h/app?target_session_attrs=standby',
    'has the parameter target_session_attrs, which must be primary, read-write or any',
  ],
  [
    'jdbc:postgresql://u:secret@h/app',
    'must be a postgres:// URL; separate several hosts with commas: host1:5432,host2:5432',
  ],
  [
    'postgres://u:secret@one:1,two:port/app',
    'must be a postgres:// URL; separate several hosts with commas: host1:5432,host2:5432',
  ],
  [
    'postgres://u:sec/ret@h/app',
    'must be a postgres:// URL; separate several hosts with commas: host1:5432,host2:5432',
  ],
])('says in one sentence what is wrong with %s', (address, problem) => {
  expect(findAddressProblems(address)).toEqual([problem])
})

test.each([
  ['postgres://u:p@db.example/name', true],
  ['postgres://u:p@/name?host=/cloudsql/a:b:c', false],
  ['postgres://u:p@127.0.0.1:5432,10.0.0.7:5432/name', true],
  ['postgres://u:p@db.example/name?sslmode=prefer', true],
  ['postgres://u:p@db.example/name?sslmode=require', false],
  ['postgres://u:p@10.0.0.7,10.0.0.8/name?sslmode=verify-full&target_session_attrs=primary', false],
  ['postgres://u:p@localhost/name', false],
  ['postgres://u:p@[::1]:5433,127.0.0.1/name', false],
])('tells whether %s may send clear text to another machine: %s', (address, expected) => {
  expect(isClearText(address)).toBe(expected)
})
