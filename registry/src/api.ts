import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { Counter } from 'prom-client'
import { describeInterface, type ZodApp } from 'service/openapi-document.ts'
import * as answers from './http/answers.ts'
import { admit, type ApiContext } from './token/caller.ts'
import { channelRoutes } from './channel/channels.routes.ts'
import { documentRoutes } from './preview/documents.routes.ts'
import { factsRoutes } from './channel/facts.routes.ts'
import { grantRoutes } from './grant/grants.routes.ts'
import { previewRoutes } from './preview/previews.routes.ts'
import { pruneRoutes } from './publish/prune.routes.ts'
import { RegistryRefusal } from './http/refusal.ts'
import { tokenRoutes } from './token/tokens.routes.ts'
import { serviceRoutes } from './service/services.routes.ts'
import { versionRoutes } from './publish/versions.routes.ts'

const registryPath = '/registry'

const refusals = new Counter({
  name: 'registry_refusals_total',
  help: 'Calls of the registry that were refused or failed, by the code that was answered',
  labelNames: ['code'],
})

/** The calls of the command `remote`, of operators and of `npm start`. */
export function serveRegistryApi(app: FastifyInstance, ctx: ApiContext): void {
  app.decorateRequest('caller', null)
  app.register((scope) => registerCalls(scope.withTypeProvider<ZodTypeProvider>(), ctx), { prefix: registryPath })
}

async function registerCalls(app: ZodApp, ctx: ApiContext): Promise<void> {
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.setErrorHandler(answerError)
  app.addHook('onRequest', async (request, reply) => {
    void reply.header('cache-control', 'no-store')
    await admit(ctx, request)
  })
  app.addHook('preSerialization', async ({ method }, reply) => {
    if (method !== 'GET' && reply.statusCode === 200) await ctx.changed()
  })
  await describeInterface(app, {
    title: 'Registry of remotes',
    version: '1.0.0',
    description:
      'Publishing and moving versions of remotes and of the shell. Calls carry `Authorization: Bearer` with the token of a remote, the ' +
      "operator's token of the installation, or the session of an operator.",
    base: registryPath,
    error: answers.error,
    bearer: true,
  })
  await app.register(async (calls: ZodApp) => {
    versionRoutes(calls, ctx)
    channelRoutes(calls, ctx)
    tokenRoutes(calls, ctx)
    serviceRoutes(calls, ctx)
    grantRoutes(calls, ctx)
    factsRoutes(calls, ctx)
    pruneRoutes(calls, ctx)
    documentRoutes(calls, ctx)
    previewRoutes(calls, ctx)
  })
  app.get('/openapi.json', { config: { access: 'anybody' } }, async () => app.swagger())
  app.all('/*', { config: { access: 'anybody' } }, async (_, reply) => reply.callNotFound())
}

const retryAfter: Record<number, number> = { 429: 600, 503: 2 }

/** In the form of rest-auth's errors, with what a program can do about it beside. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = asRefusal(error)
  // Everything else is for the shell's own handler.
  if (refusal === null) throw error
  const { code, statusCode, message, details } = refusal
  refusals.inc({ code })
  if (error instanceof DatabaseUnavailable) request.log.warn({ reason: error.message }, 'the registry is unavailable')
  if (statusCode === 401) {
    const given = request.headers.authorization === undefined ? '' : ', error="invalid_token"'
    void reply.header('www-authenticate', `Bearer realm="registry"${given}`)
  }
  const wait = retryAfter[statusCode]
  if (wait !== undefined) void reply.header('retry-after', wait)
  void reply.code(statusCode).send({ code, message, ...details })
}

function asRefusal(error: unknown): RegistryRefusal | null {
  if (error instanceof RegistryRefusal) return error
  if (error instanceof DatabaseUnavailable)
    return new RegistryRefusal('SERVICE_UNAVAILABLE', 'The database of the registry does not answer. Try again soon.')
  if (!isFastifyError(error)) return null
  if (error.validation) {
    const issues = error.validation.map(({ instancePath, message = '' }) => {
      const path = instancePath.split('/').filter((part) => part !== '')
      return { path, message }
    })
    const faults = issues.map(({ path, message }) => (path.length > 0 ? `${path.join('.')} ${message}` : message))
    const place = places[error.validationContext ?? ''] ?? 'request'
    return new RegistryRefusal('VALIDATION_ERROR', `The ${place} is not valid: ${faults.join('; ')}.`, { issues })
  }
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE')
    return new RegistryRefusal(
      'PAYLOAD_TOO_LARGE',
      'This is larger than what one call may send. Leave out what is not needed.',
    )
  if (error.statusCode === 400 || error.statusCode === 415)
    return new RegistryRefusal('VALIDATION_ERROR', `The body must be JSON: ${error.message}`)
  return null
}

const places: Record<string, string> = { body: 'body', params: 'address', querystring: 'query', headers: 'header' }

const isFastifyError = (error: unknown): error is FastifyError =>
  error instanceof Error && ('code' in error || 'statusCode' in error)
