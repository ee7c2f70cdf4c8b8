import type { ServerResponse } from 'node:http'
import { extname } from 'node:path'
import type { FastifyRequest } from 'fastify'
import type { ZodApp } from 'service/openapi-document.ts'
import { hashSecret } from 'service/secret.ts'
import { z } from 'zod'
import { filePolicy } from '../http/file-policy.ts'
import type { ApiContext } from '../token/caller.ts'
import { BuildWatch } from './build-watch.ts'
import { findBuildFile, listBuildFiles } from './preview-builds.ts'
import { findOverrides } from './preview-overrides.ts'
import { previewCookie, findSignedInUser } from './preview-session.ts'
import type { Preview } from './previews.ts'

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
}

const config = { access: 'anybody' } as const

export function previewBuildRoutes(app: ZodApp, ctx: ApiContext): void {
  const cookie = previewCookie(ctx.authUrl)
  const watch = new BuildWatch(ctx)
  const streams = new Set<ServerResponse>()
  app.addHook('preClose', async () => {
    watch.stop()
    // The pages reconnect, possibly to another instance.
    for (const stream of streams) stream.end()
  })

  app.get('/previews/events', { config }, async (request, reply) => {
    const browser = cookie.read(request.headers.cookie)
    const running = browser === null ? [] : await findOverrides(ctx, browser, () => findSignedInUser(ctx, request))
    // 204 keeps the browser from reconnecting.
    if (running.length === 0) return reply.code(204).send()
    const { raw } = reply.hijack()
    streams.add(raw)
    raw.on('close', () => streams.delete(raw))
    follow(ctx, raw, watch, running)
    return reply
  })

  app.get('/previews/:id/files/*', { config, logLevel: 'warn' }, async (request: FastifyRequest, reply) => {
    const { id, '*': path } = z.object({ id: z.string(), '*': z.string() }).parse(request.params)
    const browser = cookie.read(request.headers.cookie)
    const file = browser && (await findBuildFile(ctx, id, hashSecret(browser), path))
    const isUpdate = path.endsWith('.hot-update.json')
    if (!file && !isUpdate) return reply.callNotFound()
    // A page with the latest build requests the next one; a 404 would show as an error.
    const content = file ? file.content : Buffer.from('null')
    return reply
      .headers({
        ...(file && { 'cache-control': 'private, max-age=31536000, immutable' }),
        'content-security-policy': filePolicy,
      })
      .type(types[extname(path)] ?? 'application/octet-stream')
      .send(content)
  })
}

export function follow(
  ctx: ApiContext,
  raw: ServerResponse,
  watch: BuildWatch,
  running: readonly Pick<Preview, 'id'>[],
): void {
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  raw.write('retry: 500\n\n')
  const sent = new Map<string, number | null>()
  const send = (event: string, data: object) => raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const ends = running.map(({ id: of }) =>
    watch.listen(of, (builds) => {
      if (sent.get(of) === builds) return
      sent.set(of, builds)
      if (builds === null) send('end', {})
      else
        listUpdates(ctx, of).then(
          (updates) => send('build', { id: of, builds, updates }),
          () => sent.delete(of), // sent after the next poll
        )
    }),
  )
  raw.on('close', () => ends.forEach((end) => end()))
}

/** Returns hashes by path, without which the page's CSP blocks the updates. */
const listUpdates = async (ctx: ApiContext, of: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await listBuildFiles(ctx, of)).flatMap(({ path, integrity }) =>
      path.endsWith('.hot-update.js') ? [[path, integrity]] : [],
    ),
  )
