import fastifyStatic, { type SendOptions } from '@fastify/static'
import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { remotesPath } from './live-remote.ts'
import { filePolicy } from '../http/file-policy.ts'
import type { Registry } from './registry.ts'

/** For names that contain a version or a hash of the content. */
const immutable = { immutable: true, maxAge: '1y', lastModified: false, index: false } as const

/** If pages load files from another origin, such as a CDN, which passes these headers on. */
const shared = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' }

export function fileRoutes(
  app: FastifyInstance,
  registry: Registry,
  { sourceMaps, isShared }: { sourceMaps: boolean; isShared: boolean },
): void {
  app.register(fastifyStatic, { ...immutable, root: registry.files, serve: false, preCompressed: true })

  const send = async (
    reply: FastifyReply,
    path: string,
    find: () => Promise<string | null>,
    options: SendOptions = {},
  ): Promise<FastifyReply> => {
    if (path.endsWith('.map') && !sourceMaps) return notFound(reply)
    void reply.headers({ 'content-security-policy': filePolicy, ...(isShared && shared) })
    try {
      const file = await find()
      return file === null ? notFound(reply) : await reply.sendFile(file, { ...immutable, ...options })
    } catch (error) {
      if (!(error instanceof DatabaseUnavailable)) throw error
      const message = 'The registry is unavailable. Try again soon.'
      return reply
        .code(503)
        .headers({ 'cache-control': 'no-store', 'retry-after': '5' })
        .send({ code: 'SERVICE_UNAVAILABLE', message })
    }
  }

  app.get('/assets/*', { logLevel: 'warn' }, (request: FilesRequest, reply) => {
    const path = `assets/${request.params['*']}`
    return send(reply, path, () => registry.shellFile(path))
  })
  // Not immutable: two versions of the shell may contain different builds of the same kit version.
  app.get('/sdk/:file', { logLevel: 'warn' }, async (request: FastifyRequest<{ Params: { file: string } }>, reply) => {
    const path = `sdk/${request.params.file}`
    return send(reply, path, () => registry.shellFile(path), { immutable: false, maxAge: 0 })
  })
  app.get(`${remotesPath}/*`, { logLevel: 'warn' }, (request: FilesRequest, reply) => {
    const [name = '', version = '', ...path] = request.params['*'].split('/')
    return send(reply, path.join('/'), () => registry.fileOf(name, version, path.join('/')))
  })
  app.get('/lock/:file', { logLevel: 'warn' }, (request: FastifyRequest<{ Params: { file: string } }>, reply) =>
    send(reply, request.params.file, () => registry.lockFile(request.params.file)),
  )
}

type FilesRequest = FastifyRequest<{ Params: { '*': string } }>

function notFound(reply: FastifyReply): FastifyReply {
  reply.callNotFound()
  return reply
}
