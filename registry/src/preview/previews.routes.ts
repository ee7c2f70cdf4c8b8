import type { ServerResponse } from 'node:http'
import { extname } from 'node:path'
import type { FastifyRequest } from 'fastify'
import { preview } from 'contract/responses.ts'
import { previewRequest, publishRequest } from 'contract/registry.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import { hashSecret } from 'service/secret.ts'
import { z } from 'zod'
import { BuildWatch } from './build-watch.ts'
import { actorFor, type ApiContext, requireOwnPage } from '../token/caller.ts'
import {
  confirmPreview,
  createPreview,
  endPreview,
  leavePreviews,
  type Maker,
  overridesOf,
  readPreview,
  sendBuild,
} from './previews.ts'
import { findBuildFile, listBuildFiles, type Preview } from './previews.sql.ts'
import { previewCookie, whoIsSignedIn } from './preview-session.ts'
import { filePolicy } from '../http/file-policy.ts'
import { parseDocument } from '../publish/publish.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { unauthorized } from '../token/tokens.ts'

const tags = ['previews']
const id = z.object({ id: z.string().max(100) })
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

export function previewRoutes(app: ZodApp, ctx: ApiContext): void {
  const cookie = previewCookie(ctx.authUrl)
  const watch = new BuildWatch(ctx)
  const streams = new Set<ServerResponse>()
  app.addHook('preClose', async () => {
    watch.stop()
    // Their pages come again, to another instance or to the next one.
    for (const stream of streams) stream.end()
  })

  app.post(
    '/previews',
    {
      config: { access: 'override' },
      schema: {
        operationId: 'createPreview',
        summary: 'Make a link by which one user, in one browser, can see what visitors do not get',
        description:
          'Who follows it while signed in, reads what it is and confirms it, sees it for eight hours at most. It works once.',
        tags,
        body: previewRequest,
        response: { 200: preview.extend({ url: z.string().describe('The link') }) },
      },
    },
    async (request) => {
      const made = await createPreview(ctx, request.body, await makerOf(request, request.body.name))
      return { ...made, url: `${ctx.authUrl}/preview/${made.id}` }
    },
  )

  app.get(
    '/previews/:id',
    {
      config: { access: 'anybody' },
      schema: {
        operationId: 'readPreview',
        summary: 'What a link leads to that nobody has confirmed yet',
        tags,
        params: id,
        response: { 200: preview },
      },
    },
    async ({ params }) => readPreview(ctx, params.id),
  )

  app.delete(
    '/previews/:id',
    {
      config: { access: 'override' },
      schema: {
        operationId: 'endPreview',
        summary: 'End a preview that one has made',
        tags,
        params: id,
        response: { 200: z.object({ id: z.string() }) },
      },
    },
    async (request) => {
      const { who = '', token = null } = request.caller ?? {}
      await endPreview(ctx, request.params.id, { who, tokenId: token?.id ?? null })
      return { id: request.params.id }
    },
  )

  app.put(
    '/previews/:id/build',
    {
      config: { access: 'override' },
      bodyLimit: 32 * 1024 * 1024,
      schema: {
        operationId: 'sendBuild',
        summary: 'Show the next build of a remote that is being developed',
        tags,
        params: id,
        body: publishRequest,
        response: { 200: z.object({ build: z.int().describe('How many there were') }) },
      },
    },
    async (request) => {
      const { name } = parseDocument(request.body.document)
      return { build: await sendBuild(ctx, request.params.id, request.body, await makerOf(request, name)) }
    },
  )

  app.post(
    '/previews/:id/confirm',
    {
      config: { access: 'anybody' },
      schema: {
        operationId: 'confirmPreview',
        summary: 'Of our own page: show it in this browser to who is signed in',
        tags,
        params: id,
        body: z.object({
          userId: z.string().describe('Whom the page named: somebody else may have signed in meanwhile'),
        }),
        response: { 200: z.object({ path: z.string().describe('An address of the remote') }) },
      },
    },
    async (request, reply) => {
      requireOwnPage(ctx, request)
      const userId = await whoIsSignedIn(ctx, request)
      if (userId === null) throw unauthorized('Sign in, then follow the link again.')
      if (userId !== request.body.userId)
        throw new RegistryRefusal('OTHER_USER', 'Somebody else has signed in in this browser meanwhile.')
      const { browser } = await confirmPreview(ctx, request.params.id, {
        userId,
        browser: cookie.read(request.headers.cookie),
      })
      const [shown] = (await overridesOf(ctx, browser, async () => userId)).filter(
        (each) => each.id === request.params.id,
      )
      const path = shown?.document.description?.routes.find((route) => !route.path.includes(':'))?.path
      void reply.header('set-cookie', cookie.write(browser))
      return { path: path ?? '/' }
    },
  )

  app.post(
    '/previews/leave',
    {
      config: { access: 'anybody' },
      schema: {
        operationId: 'leavePreviews',
        summary: 'Of our own page: the way out, of one preview or of all of this browser',
        tags,
        body: z.object({ id: z.string().optional() }),
        response: { 200: z.object({}) },
      },
    },
    async (request) => {
      requireOwnPage(ctx, request)
      const browser = cookie.read(request.headers.cookie)
      if (browser !== null) await leavePreviews(ctx, browser, request.body.id)
      return {}
    },
  )

  app.get('/previews/events', { config: { access: 'anybody' }, schema: { hide: true } }, async (request, reply) => {
    const browser = cookie.read(request.headers.cookie)
    const running = browser === null ? [] : await overridesOf(ctx, browser, () => whoIsSignedIn(ctx, request))
    // Without any a browser is told so, and not to ask again.
    if (running.length === 0) return reply.code(204).send()
    const { raw } = reply.hijack()
    streams.add(raw)
    raw.on('close', () => streams.delete(raw))
    follow(ctx, raw, watch, running)
    return reply
  })

  app.get(
    '/previews/:id/files/*',
    { config: { access: 'anybody' }, logLevel: 'warn', schema: { hide: true } },
    async (request: FastifyRequest, reply) => {
      const { id: build, '*': path } = z.object({ id: z.string(), '*': z.string() }).parse(request.params)
      const browser = cookie.read(request.headers.cookie)
      const file =
        browser === null ? undefined : await findBuildFile(ctx, { id: build, browser: hashSecret(browser), path })
      const isUpdate = path.endsWith('.hot-update.json')
      if (!file && !isUpdate) return reply.callNotFound()
      // A page that has the latest build asks for the one after it: "there is none" is no failure, which browsers would report.
      const content = file?.content ?? Buffer.from('null')
      return reply
        .headers({
          ...(file && { 'cache-control': 'private, max-age=31536000, immutable' }),
          'content-security-policy': filePolicy,
        })
        .type(types[extname(path)] ?? 'application/octet-stream')
        .send(content)
    },
  )

  const makerOf = async (request: FastifyRequest, name: string): Promise<Maker> => ({
    ...(await actorFor(ctx, request, name, 'override')),
    tokenId: request.caller?.token?.id ?? null,
    publicKey: request.caller?.token?.publicKey ?? null,
  })
}

/** Tells a page of each build of what it shows, and when something of it is over, by server-sent events. */
function follow(
  ctx: ApiContext,
  raw: ServerResponse,
  watch: BuildWatch,
  running: readonly Pick<Preview, 'id'>[],
): void {
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  raw.write('retry: 500\n\n')
  const told = new Map<string, number | null>()
  const send = (event: string, data: object) => raw.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
  const ends = running.map(({ id: of }) =>
    watch.listen(of, (builds) => {
      if (told.get(of) === builds) return
      told.set(of, builds)
      if (builds === null) send('end', {})
      else
        listUpdates(ctx, of).then(
          (updates) => send('build', { id: of, builds, updates }),
          () => told.delete(of), // told with the next look
        )
    }),
  )
  raw.on('close', () => ends.forEach((end) => end()))
}

/** Hashes of what the kept builds have changed, by path: the page's policy runs nothing without. */
const listUpdates = async (ctx: ApiContext, of: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await listBuildFiles(ctx, of)).flatMap(({ path, integrity }) =>
      path.endsWith('.hot-update.js') ? [[path, integrity]] : [],
    ),
  )
