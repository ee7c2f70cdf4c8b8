import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request, type IncomingMessage } from 'node:http'
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { release } from './release.ts'
import { expect, onTestFinished, test, vi } from 'vitest'

const polling = { interval: 20 }

async function start(environment: Record<string, string> = {}) {
  const child = fork(new URL('testing/waiting-service.ts', import.meta.url), {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      SHUTDOWN_DELAY: '0',
      SHUTDOWN_TIMEOUT: '60',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let log = ''
  child.stdout?.on('data', (text) => (log += String(text)))
  const ended = new Promise((resolve) => child.once('exit', (code, signal) => resolve(code ?? signal)))
  const [message] = await once(child, 'message')
  const { port } = new URL(message.listening)
  const agent = new Agent({ keepAlive: true })
  onTestFinished(() => agent.destroy())
  /** Uses a new connection unless an agent keeps one. */
  const get = (path: string, kept: Agent | false = false) =>
    new Promise<{ status: number | undefined; text: string; connection: string | undefined }>((resolve, reject) => {
      const call = request({ port, path, agent: kept, headers: { connection: 'keep-alive' } }, (response) => {
        const { statusCode: status, headers } = response
        textOf(response).then((body) => resolve({ status, text: body, connection: headers.connection }), reject)
      })
      call.on('error', reject).end()
    })
  return { child, ended, port: Number(port), agent, get, log: () => log }
}

const refused = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket: Socket = connect(port, '127.0.0.1', () => resolve((socket.destroy(), false)))
    socket.on('error', () => resolve(true))
  })

test('keeps serving while it stops, reports not ready, and closes each connection after its response', async () => {
  const { child, get, agent, ended, log } = await start({ SHUTDOWN_DELAY: '600' })
  expect(await get('/ready', agent)).toEqual({ status: 200, text: '{"ok":true}', connection: 'keep-alive' })
  child.kill('SIGTERM')
  const stopping = { status: 503, text: '{"ok":false,"reason":"stopping"}', connection: 'close' }
  await vi.waitFor(async () => expect(await get('/ready', agent)).toEqual(stopping), polling)
  expect(await get('/live')).toEqual({
    status: 200,
    text: JSON.stringify({ ok: true, ...release }),
    connection: 'close',
  })
  // Another signal ends it, but the same one within half a second does not.
  await vi.waitFor(() => {
    child.kill('SIGTERM')
    expect(child.exitCode).toBe(1)
  }, polling)
  await ended
  expect(log()).toContain('"msg":"stopping"')
  expect(log()).not.toContain('"msg":"request')
})

test('logs the release first, and names the instance in each line', async () => {
  const { child, log } = await start()
  child.send('work is done')
  child.kill('SIGTERM')
  await once(child, 'close') // with all of its output
  const lines: Record<string, unknown>[] = log()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))
  expect(lines[0]).toMatchObject({ msg: 'starting', version, commit: expect.stringMatching(/^([\da-f]{10}|unknown)$/) })
  expect(lines.length).toBeGreaterThan(1)
  for (const line of lines) expect(line).toMatchObject({ service: 'waiting', hostname: hostname(), pid: child.pid })
})

test('refuses new connections, finishes running requests and work, and exits', async () => {
  const { child, get, port, agent, ended } = await start()
  const open = get('/wait', agent)
  await once(child, 'message')
  child.kill('SIGTERM')
  await vi.waitFor(async () => expect(await refused(port)).toBe(true), polling)
  child.send('respond')
  expect(await open).toEqual({ status: 200, text: 'responded', connection: 'close' })
  expect(child.exitCode).toBeNull()
  child.send('work is done')
  expect(await ended).toBe(0)
})

test('exits after SHUTDOWN_TIMEOUT and logs that work was unfinished', async () => {
  const { child, get, ended, log } = await start({ SHUTDOWN_TIMEOUT: '0' })
  const open = get('/wait')
  await once(child, 'message')
  child.kill('SIGTERM')
  await expect(open).rejects.toThrow('socket hang up')
  expect(await ended).toBe(0)
  expect(log()).toContain('SHUTDOWN_TIMEOUT')
})

test.each(['SIGINT', 'SIGHUP'] as const)('skips SHUTDOWN_DELAY after %s', async (signal) => {
  const { child, ended } = await start({ SHUTDOWN_DELAY: '600' })
  child.send('work is done')
  child.kill(signal)
  expect(await ended).toBe(0)
})

test.runIf(process.env['TEST_FULL'])('ends SHUTDOWN_DELAY when its parent process exits', async () => {
  const { child, ended, log } = await start({ SHUTDOWN_DELAY: '600', SHUTDOWN_TIMEOUT: '0' })
  child.kill('SIGTERM')
  await vi.waitFor(() => expect(log()).toContain('"msg":"stopping"'), polling)
  child.disconnect()
  expect(await ended).toBe(0)
})

test.runIf(process.env['TEST_FULL'])('skips SHUTDOWN_DELAY when its parent process is gone', async () => {
  const { child, ended } = await start({ SHUTDOWN_DELAY: '600', SHUTDOWN_TIMEOUT: '0' })
  child.disconnect()
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
})

test.runIf(process.env['TEST_FULL'])('closes a connection after a response that began before the stop', async () => {
  const { child, port, agent, ended } = await start()
  const call = request({ port, path: '/halves', agent }).end()
  const [response]: IncomingMessage[] = await once(call, 'response')
  if (!response) throw new Error('no response')
  expect(response.headers.connection).toBe('keep-alive')
  child.kill('SIGTERM')
  child.send('work is done')
  await vi.waitFor(async () => expect(await refused(port)).toBe(true), polling)
  child.send('respond')
  expect(await textOf(response)).toBe('one, two')
  expect(await ended).toBe(0)
})

test.runIf(process.env['TEST_FULL'])('does not wait for connections without a request', async () => {
  const { child, port, ended, log } = await start({ SHUTDOWN_TIMEOUT: '2' })
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  child.kill('SIGTERM')
  child.send('work is done')
  await once(silent, 'close')
  expect(await ended).toBe(0)
  expect(log()).not.toContain('SHUTDOWN_TIMEOUT')
})

test.each(['0', '40'])('serves connections that were waiting to be accepted, at %s ms each', async (ACCEPTING) => {
  const { child, port, ended } = await start({ ACCEPTING })
  child.kill('SIGSTOP')
  const calls = Array.from({ length: 50 }, () => request({ port, path: '/live', agent: false }).end())
  await Promise.all(
    calls.map(async (call) => {
      const [socket]: Socket[] = await once(call, 'socket')
      if (socket?.connecting) await once(socket, 'connect')
    }),
  )
  const responses = Promise.all(calls.map((call) => once(call, 'response')))
  child.kill('SIGTERM')
  child.kill('SIGCONT')
  child.send('work is done')
  expect((await responses).map(([{ statusCode }]) => statusCode)).toEqual(calls.map(() => 200))
  expect(await ended).toBe(0)
})

test('refuses connections before it ends idle ones, which takes a while on a busy machine', async () => {
  const { child, port, get, agent, ended } = await start({ CLOSING: '500' })
  await get('/live', agent)
  child.send('work is done')
  child.kill('SIGTERM')
  expect(await once(child, 'message')).toContain('ends a connection')
  expect(await refused(port)).toBe(true)
  expect(await ended).toBe(0)
})

test.runIf(process.env['TEST_FULL'])('serves a first request that a busy balancer sends late', async () => {
  const { child, port, get, ended } = await start()
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  await get('/live') // so the previous connection is accepted
  child.kill('SIGTERM')
  await vi.waitFor(async () => expect(await refused(port)).toBe(true), polling)
  await delay(600)
  socket.write('GET /live HTTP/1.1\r\nhost: x\r\n\r\n')
  child.send('work is done')
  expect(await textOf(socket)).toMatch(/^HTTP\/1.1 200/)
  expect(await ended).toBe(0)
})

test.runIf(process.env['TEST_FULL'])(
  'reads a request that arrived in time, even if the service was too busy before the deadline',
  async () => {
    const { child, port, get, ended } = await start({ FALLS_BEHIND: 'true', SHUTDOWN_TIMEOUT: '2' })
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    await get('/live') // so the previous connection is accepted
    child.kill('SIGTERM')
    await vi.waitFor(async () => expect(await refused(port)).toBe(true), polling)
    socket.write('GET /live HTTP/1.1\r\nhost: x\r\n\r\n')
    await delay(600)
    child.kill('SIGCONT')
    child.send('work is done')
    expect(await textOf(socket)).toMatch(/^HTTP\/1.1 200/)
    expect(await ended).toBe(0)
  },
)
