import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { demoAuthorization } from './authorization.ts'
import { unpack } from './grant.ts'
import { publicKeys } from './keys.ts'
import { submitScript } from './page.ts'
import type { DemoProvider, DemoSite } from './provider.ts'
import { demoTokens } from './tokens.ts'

const pagePolicy = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${createHash('sha256').update(submitScript).digest('base64')}'`

/** Serves `https://github.com/…` at `<prefix>/github.com/…`, for development and tests. */
export async function demoProviders(
  app: FastifyInstance,
  options: { providers: Readonly<Record<string, DemoProvider>>; now: () => Date },
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'string' }, async (_: unknown, body: string) =>
    Object.fromEntries(new URLSearchParams(body)),
  )
  const used = new Set<string>()
  for (const [id, provider] of Object.entries(options.providers)) {
    const site = { id, provider, now: options.now, used }
    app.get(`/${provider.authorize}`, (request, reply) => {
      void reply.header('content-security-policy', pagePolicy).header('cache-control', 'no-store')
      return demoAuthorization(site, fieldsOf(request.query), reply)
    })
    app.post(`/${provider.token}`, async (request, reply) => {
      const { status, body } = await demoTokens(site, fieldsOf(request.body), request.headers.authorization)
      return reply.code(status).send(body)
    })
    if (provider.idToken) app.get(`/${provider.idToken.keys}`, publicKeys)
    for (const [address, describe] of Object.entries(provider.resources ?? {})) {
      const [method = 'GET', path = ''] = address.split(' ')
      app.route({ method, url: `/${path}`, handler: (request, reply) => sendResource(site, request, reply, describe) })
    }
  }
}

async function sendResource(
  site: DemoSite,
  request: FastifyRequest,
  reply: FastifyReply,
  describe: NonNullable<DemoProvider['resources']>[string],
): Promise<FastifyReply> {
  const bearer = /^Bearer (.+)$/.exec(request.headers.authorization ?? '')?.[1]
  const token = bearer ?? fieldsOf(request.body)['access_token'] ?? ''
  const grant = unpack(token, 'access', site.id, site.now())
  if (!grant)
    return reply.code(401).send({ error: 'invalid_token', error_description: 'The access token is not valid' })
  return reply.send(describe(grant.person))
}

const fieldsOf = (value: unknown): Record<string, string> =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(Object.entries(value).map(([name, text]) => [name, String(text)]))
    : {}
