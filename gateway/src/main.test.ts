import { fork } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { loadConfig } from './config.ts'

const program = new URL('main.ts', import.meta.url)

function start(environment: Record<string, string>) {
  const child = fork(program, {
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      ...environment,
    },
  })
  const written = { text: '' }
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (chunk: Buffer) => (written.text += chunk.toString()))
  return { child, written }
}

test('reports its address, runs without rest-auth, and exits on SIGTERM despite open requests', async () => {
  const spawned = performance.now()
  const { child, written } = start({ REST_AUTH_URL: 'http://127.0.0.1:9' })
  const [message] = await once(child, 'message')
  const starting = performance.now() - spawned // everything takes longer on a busy machine
  const { listening }: { listening: string } = message
  const status = async (path: string) => (await fetch(listening + path)).status
  expect([await status('/live'), await status('/ready')]).toEqual([200, 503])
  const unfinished = connect(Number(new URL(listening).port), '127.0.0.1')
  unfinished.on('error', () => {})
  unfinished.write(
    'POST /graphql HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 9\r\n\r\n{',
  )
  await status('/live')
  const signalled = performance.now()
  child.kill('SIGTERM')
  child.kill('SIGTERM')
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
  expect(performance.now() - signalled).toBeLessThan(1000 + starting)
  expect(written.text).toContain('"service":"gateway"')
})

test('defaults to port 4000 on localhost, where the shell expects it', () => {
  expect(loadConfig({})).toMatchObject({ HOST: '127.0.0.1', PORT: 4000, REST_AUTH_URL: 'http://127.0.0.1:4001' })
})

test('listens to the network only in production, and then hides the schema by default', () => {
  const production = { NODE_ENV: 'production', AUTH_URL: 'https://app.example' }
  expect(() => loadConfig({ HOST: '0.0.0.0' })).toThrow('HOST')
  expect(loadConfig({ ...production, HOST: '0.0.0.0' }).introspection).toBe(false)
  expect(loadConfig({ ...production, GRAPHQL_INTROSPECTION: 'true' }).introspection).toBe(true)
  expect(loadConfig({}).introspection).toBe(true)
})

test('disconnects a client that takes more than ten seconds to send a request', async () => {
  const app = await buildApp(loadConfig({}), pino({ level: 'silent' }))
  expect(app.server.requestTimeout).toBe(10_000)
  await app.close()
})
