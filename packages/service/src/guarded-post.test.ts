import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { guardedPost, parseGuardedUrl, type Guard } from './guarded-post.ts'
import { atEnd } from './testing/at-end.ts'

const strict: Guard = { allowedHosts: [], allowsLoopback: false }
const local: Guard = { allowedHosts: [], allowsLoopback: true }

const internal = `
  https://127.0.0.1/ https://127.1/ https://2130706433/ https://0x7f.0.0.1/ https://0x7f000001/
  https://0177.0.0.1/ https://017700000001/ https://127.0.0.1./ https://127。0。0。1/
  https://①②⑦.0.0.1/ https://0.0.0.0/ https://0/ https://localhost/ https://LOCALHOST./
  https://ⓛocalhost/ https://app.localhost/ https://10.1.2.3/ https://172.16.0.1/
  https://192.168.0.1/ https://100.64.0.1/ https://169.254.169.254/latest/meta-data/
  https://0xa9fea9fe/ https://[::1]/ https://[::]/ https://[::ffff:127.0.0.1]/
  https://[::ffff:a9fe:a9fe]/ https://[::ffff:0:127.0.0.1]/ https://[::127.0.0.1]/
  https://[::10.0.0.1]/ https://[64:ff9b::10.0.0.1]/ https://[64:ff9b:1::a00:1]/
  https://[2002:7f00:1::]/ https://[2001:0:0:1::1]/ https://[fe80::1]/ https://[fec0::1]/
  https://[fd00:ec2::254]/ https://[ff02::1]/ https://192.0.2.1/ https://198.18.0.1/
  https://224.0.0.1/ https://240.0.0.1/ https://255.255.255.255/
`
  .trim()
  .split(/\s+/)
const malformed = `
  http://example.com/ ftp://example.com/ https://user@example.com/ https://:secret@example.com/
  https://example.com/#part https://[fe80::1%25eth0]/ example.com
`
  .trim()
  .split(/\s+/)
const legitimate = `
  https://example.com/ https://EXAMPLE.com:8443/hooks?key=1 https://example.com./
  https://bücher.example/ https://8.8.8.8/ https://172.32.0.1/ https://100.128.0.1/
  https://169.253.0.1/ https://[2606:4700::1111]/ https://[::ffff:8.8.8.8]/
  https://localhost.example.com/ https://127.0.0.1.example.com/
`
  .trim()
  .split(/\s+/)

test.each([...internal, ...malformed, `https://example.com/${'a'.repeat(2000)}`])('refuses %s', async (url) => {
  expect(parseGuardedUrl(url, strict)).toBe(null)
  expect(await guardedPost(strict, url, { headers: {}, body: '', timeout: 1000 })).toMatchObject({ error: 'address' })
})

test.each(legitimate)('accepts %s', (url) => {
  expect(parseGuardedUrl(url, strict)).toBeInstanceOf(URL)
})

test.each(internal)('refuses a name that resolves to the address of %s', async (url) => {
  const address = new URL(url).hostname.replace(/^\[|\]$|\.$/g, '')
  if (address.endsWith('localhost')) return
  for (const addresses of [[address], ['8.8.8.8', address]]) {
    const guard = { ...strict, resolve: async () => addresses }
    const sent = await guardedPost(guard, 'https://innocent.example/', { headers: {}, body: '', timeout: 1000 })
    expect(sent).toMatchObject({ error: 'address', status: null })
  }
})

test('allows loopback only where it is allowed, without TLS too, and hosts of the operator', () => {
  for (const url of ['http://localhost:3000/', 'http://127.0.0.1/', 'https://[::1]/', 'http://[::1]/'])
    expect([parseGuardedUrl(url, local), parseGuardedUrl(url, strict)]).toEqual([expect.any(URL), null])
  expect(parseGuardedUrl('http://10.0.0.1/', local)).toBe(null)
  const trusting = { ...strict, allowedHosts: ['hooks.internal', '10.0.0.1'] }
  for (const url of ['http://hooks.internal/', 'https://hooks.internal./', 'http://10.0.0.1:9000/'])
    expect(parseGuardedUrl(url, trusting)).toBeInstanceOf(URL)
  for (const url of ['http://other.hooks.internal/', 'https://10.0.0.2/'])
    expect(parseGuardedUrl(url, trusting)).toBe(null)
})

async function listen(respond: Parameters<typeof createServer>[1]) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.headers.host}${request.url}`)
    respond?.(request, response)
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = Object(server.address())
  return { port, requests }
}

const call = { headers: { 'content-type': 'text/plain' }, body: 'ö', timeout: 500 }

test('sends to the address that it has checked, without a further look at the name', async () => {
  const { port, requests } = await listen((_, response) => response.writeHead(204).end())
  let lookups = 0
  const rebinding = async () => ((lookups += 1) === 1 ? ['127.0.0.1'] : ['10.0.0.1'])
  const guard = { allowedHosts: ['rebinding.example'], allowsLoopback: true, resolve: rebinding }
  const sent = await guardedPost(guard, `http://rebinding.example:${port}/a?b=1`, call)
  expect(sent).toMatchObject({ error: null, status: 204 })
  expect([lookups, requests]).toEqual([1, [`POST rebinding.example:${port}/a?b=1`]])
})

test('follows no redirect, and names why a request failed', async () => {
  const elsewhere = await listen((_, response) => response.end())
  const answers: Record<string, Parameters<typeof createServer>[1]> = {
    '/moved': (_, response) => response.writeHead(307, { location: `http://127.0.0.1:${elsewhere.port}/` }).end(),
    '/broken': (_, response) => response.writeHead(500).end('x'.repeat(1_000_000)),
    '/reset': (request) => void request.socket.destroy(),
    '/silent': () => {},
  }
  const { port } = await listen((request, response) => answers[request.url ?? '']?.(request, response))
  const errorOf = async (url: string) => (await guardedPost(local, url, call)).error
  const at = (path: string) => errorOf(`http://127.0.0.1:${port}${path}`)
  expect(await Promise.all(['/moved', '/broken', '/reset', '/silent'].map(at))).toEqual([
    'redirect',
    'status',
    'connection',
    'timeout',
  ])
  expect(await errorOf('http://127.0.0.1:1/')).toBe('connection')
  expect(await errorOf(`https://127.0.0.1:${port}/`)).toBe('tls')
  const guard = { ...strict, resolve: () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })) }
  expect(await guardedPost(guard, 'https://nowhere.example/', call)).toMatchObject({ error: 'dns', status: null })
  expect(elsewhere.requests).toEqual([])
})

test('takes the status at its headers, and stops a response that never ends', async () => {
  const { port } = await listen((_, response) => {
    response.writeHead(200)
    const drip = setInterval(() => response.write('x'), 20)
    response.on('close', () => clearInterval(drip))
  })
  const sent = await guardedPost(local, `http://127.0.0.1:${port}/`, call)
  expect(sent).toMatchObject({ error: null, status: 200 })
  expect(sent.duration).toBeLessThan(400)
})

test('stops at once when its caller aborts', async () => {
  const { port } = await listen(() => {})
  const controller = new AbortController()
  const sent = guardedPost(local, `http://127.0.0.1:${port}/`, { ...call, signal: controller.signal })
  controller.abort(new Error('stopping'))
  await expect(sent).rejects.toThrow()
})
