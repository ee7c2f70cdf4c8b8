import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fastify } from 'fastify'
import { expect, test } from 'vitest'
import { liveReload } from './live-reload.ts'

test('open pages reload after each build', async () => {
  const registry = await mkdtemp(join(tmpdir(), 'live-reload-'))
  const app = fastify()
  liveReload(app, registry)
  const address = await app.listen({ port: 0 })
  const page = await fetch(`${address}/dev/reload`)
  const reader = page.body?.pipeThrough(new TextDecoderStream()).getReader()
  expect((await reader?.read())?.value).toContain('retry')
  for (const time of ['1', '2', '3']) {
    await writeFile(join(registry, '.built'), time)
    expect((await reader?.read())?.value).toBe('data: reload\n\n')
  }
  await app.close()
  await rm(registry, { recursive: true })
})
