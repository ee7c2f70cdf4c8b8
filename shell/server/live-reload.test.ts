import { createHash } from 'node:crypto'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { liveReload } from './live-reload.ts'
import { startShell } from './testing/start-shell.ts'

test('adds a script that waits for builds only in development', async () => {
  for (const NODE_ENV of ['development', 'production']) {
    const shell = await startShell({ NODE_ENV, AUTH_URL: 'http://localhost:3000' })
    const page = await shell.app.inject({ url: '/', headers: { host: 'localhost:3000' } })
    const script = await shell.app.inject({ url: '/dev/reload.js', headers: { host: 'localhost:3000' } })
    const develops = NODE_ENV === 'development'
    const hash = `sha384-${createHash('sha384').update(script.rawPayload).digest('base64')}`
    const tag = `<script src="/dev/reload.js" crossorigin="anonymous" integrity="${hash}" async></script>`
    expect(page.body.includes(tag)).toBe(develops)
    expect([script.statusCode, script.body.includes('location.reload()')]).toEqual([develops ? 200 : 404, develops])
    expect(String(script.headers['content-type']).startsWith('text/javascript')).toBe(develops)
    await shell.stop()
  }
})

test('reloads open pages after each build', async () => {
  const listeners = new Set<() => void>()
  const app = fastify()
  liveReload(app, { onChange: (listener) => (listeners.add(listener), () => listeners.delete(listener)) })
  const address = await app.listen({ port: 0 })
  const page = await fetch(`${address}/dev/reload`)
  expect(page.status).toBe(200) // an EventSource takes no other
  const reader = page.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toContain('retry')
  for (const _ of ['1', '2', '3']) {
    for (const changed of listeners) changed()
    expect((await reader?.read())?.value).toBe('data: reload\n\n')
  }
  await app.close()
  expect(listeners.size).toBe(0)
})
