import { fastify } from 'fastify'
import { serveMetrics } from 'service/metrics.ts'
import { readMetrics, valueOf } from 'service/testing/read-metrics.ts'
import { afterAll, expect, test, vi } from 'vitest'
import { startShell } from './testing/start-shell.ts'

const upstream = fastify()
upstream.all('/*', async (_, reply) => reply.code(201).send({}))
const restAuth = await upstream.listen({ port: 0, host: '127.0.0.1' })
const shell = await startShell({
  AUTH_URL: 'http://127.0.0.1:3000',
  REST_AUTH_URL: restAuth,
  GATEWAY_URL: 'http://127.0.0.1:1',
})
await shell.publish('mf-one', {})
const metrics = await serveMetrics('127.0.0.1', 0)
const url = await shell.app.listen({ port: 0, host: '127.0.0.1' })
afterAll(async () => {
  await shell.stop()
  await upstream.close()
})

const get = (path: string) => fetch(url + path).then((response) => response.text())
const routes = async () => {
  const samples = await readMetrics(metrics)
  expect(valueOf(samples, 'http_requests_running')).toBe(0)
  return Object.fromEntries(
    samples
      .filter(({ name }) => name === 'http_request_duration_seconds_count')
      .map(({ labels, value }) => [`${labels['method']} ${labels['route']} ${labels['status']}`, value]),
  )
}

test('counts documents, files, proxied calls and unavailable services separately, without URLs', async () => {
  const ask = async (text: string) => {
    await get(`/mf-one/${text}`)
    await get(`/${text}`)
    await get(`/${text}.js`)
    await get('/assets/shell.11111111.js')
    await get(`/assets/${text}.js`)
    await get(`/remotes/mf-one/1.0.0/assets/entry.js`)
    await get(`/remotes/${text}/1.0.0/assets/entry.js`)
    await get(`/api/auth/${text}?${text}`)
    await get(`/graphql?query={${text}}`)
  }
  const expected = {
    'GET /* 200': 1,
    'GET /* 404': 2,
    'GET /assets/* 200': 1,
    'GET /assets/* 404': 1,
    'GET /remotes/* 200': 1,
    'GET /remotes/* 404': 1,
    'GET /api/auth/* 201': 1,
    'GET /graphql 502': 1,
  }
  await ask('first')
  await vi.waitFor(async () => expect(await routes()).toEqual(expected))
  await ask('second')
  const twice = Object.fromEntries(Object.entries(expected).map(([label, count]) => [label, 2 * count]))
  await vi.waitFor(async () => expect(await routes()).toEqual(twice))
})
