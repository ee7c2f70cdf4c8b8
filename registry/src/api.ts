import type { FastifyInstance } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { describeInterface, type ZodApp } from 'service/openapi-document.ts'
import { hideOperators } from './http/hide-operators.ts'
import { limitAnonymous } from './http/limit-anonymous.ts'
import { limitUploads } from './http/limit-uploads.ts'
import { handleError } from './http/send-error.ts'
import * as responses from './http/response-schemas.ts'
import { admit, type ApiContext } from './token/caller.ts'
import { channelRoutes } from './channel/channels.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { logRoutes } from './channel/log.routes.ts'
import { documentRoutes } from './preview/documents.routes.ts'
import { factsRoutes } from './channel/facts.routes.ts'
import { grantRoutes } from './grant/grants.routes.ts'
import { previewRoutes } from './preview/previews.routes.ts'
import { previewBuildRoutes } from './preview/preview-builds.routes.ts'
import { browserPreviewRoutes } from './preview/browser-previews.routes.ts'
import { tokenRoutes } from './token/tokens.routes.ts'
import { serviceRoutes } from './service/services.routes.ts'
import { versionRoutes } from './publish/versions.routes.ts'
import { publishRoutes } from './publish/publish.routes.ts'

const registryPath = '/registry'

/** In bytes, unless a route has its own. Anonymous bodies are held before anybody is known. */
const bodyLimits = { anonymous: 1024, caller: 16 * 1024 }

export function serveRegistryApi(app: FastifyInstance, ctx: ApiContext): void {
  app.decorateRequest('caller', null)
  app.register((scope) => registerCalls(scope.withTypeProvider<ZodTypeProvider>(), ctx), { prefix: registryPath })
}

async function registerCalls(app: ZodApp, ctx: ApiContext): Promise<void> {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(handleError)
  const countAnonymous = limitAnonymous(ctx.now)
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    countAnonymous(request)
    await admit(ctx, request)
  })
  app.addHook('onRoute', (route) => {
    route.bodyLimit ??= route.config?.access === 'anybody' ? bodyLimits.anonymous : bodyLimits.caller
  })
  // A hook, so that no response is forgotten.
  app.addHook('preSerialization', async ({ caller }, _, payload) =>
    caller?.token === null ? payload : hideOperators(payload),
  )
  app.addHook('preSerialization', async ({ method }, reply) => {
    if (method !== 'GET' && reply.statusCode === 200) await ctx.changed()
  })
  await describeInterface(app, {
    title: 'Registry of remotes',
    description:
      'Publishes and moves versions of remotes and of the shell. Send `Authorization: Bearer` with the token of a remote, the ' +
      "installation's operator token, or the session of an operator.",
    base: registryPath,
    error: responses.error,
    bearer: true,
  })
  await app.register(async (calls: ZodApp) => {
    const uploads = limitUploads(ctx.now, ctx.forwardUpload)
    publishRoutes(calls, ctx, uploads)
    versionRoutes(calls, ctx)
    channelRoutes(calls, ctx, uploads)
    logRoutes(calls, ctx)
    healthRoutes(calls, ctx)
    tokenRoutes(calls, ctx)
    serviceRoutes(calls, ctx)
    grantRoutes(calls, ctx)
    factsRoutes(calls, ctx)
    documentRoutes(calls, ctx)
    previewRoutes(calls, ctx, uploads)
    browserPreviewRoutes(calls, ctx)
    previewBuildRoutes(calls, ctx)
  })
  app.get('/openapi.json', { config: { access: 'anybody' } }, async () => app.swagger())
  app.all('/*', { config: { access: 'anybody' } }, async (_, reply) => reply.callNotFound())
}
