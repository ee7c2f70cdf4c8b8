import { ApolloServer } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginLandingPageDisabled,
} from '@apollo/server/plugin/disabled'
import { fastifyApolloHandler } from '@as-integrations/fastify'
import Fastify, { type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { limits } from 'contract/graphql/limits.ts'
import { bodyLimits } from 'service/body-limits.ts'
import { fastifyOptions } from 'service/fastify-options.ts'
import { serveHealth } from 'service/health.ts'
import { countRequests } from 'service/metrics.ts'
import { monotonicTime } from 'service/monotonic-time.ts'
import { readinessOf } from 'service/upstream-readiness.ts'
import { idleConnections } from 'service/idle-connections.ts'
import { Pool } from 'undici'
import type { Config } from './config.ts'
import type { GatewayContext } from './context.ts'
import { countOperations } from './execution/count-operations.ts'
import { lenientStatus } from './execution/lenient-status.ts'
import { errorPresenter } from './execution/present-error.ts'
import { serveGraphiql } from './graphiql/graphiql.ts'
import { handleErrors, refuseOtherMethods, refuseOtherPaths } from './http/handle-errors.ts'
import { csrfPrevention, acceptBearerInsteadOfPreflight } from './http/csrf.ts'
import { checkOrigin } from './http/origin.ts'
import { compressResponses } from './http/compression.ts'
import { contextOf, useUpstream } from './http/request-context.ts'
import { logRequests } from './http/request-log.ts'
import { serveSchema } from './http/schema-file.ts'
import { admitRequests } from './limits/admit-requests.ts'
import { limitRates } from './limits/limit-rates.ts'
import { limitResponseSize } from './limits/limit-response-size.ts'
import { refuseVariables } from './limits/refuse-variables.ts'
import { schema } from './schema/schema.ts'

export async function buildApp(config: Config, log: Logger, now = monotonicTime): Promise<FastifyInstance> {
  const app = Fastify({
    ...fastifyOptions(config, log, 10_000),
    bodyLimit: bodyLimits.gateway,
  })
  const pool = new Pool(config.REST_AUTH_URL, { connections: 64, connect: { timeout: 2000 }, ...idleConnections })
  const apollo = new ApolloServer<GatewayContext>({
    schema,
    introspection: config.introspection,
    csrfPrevention,
    persistedQueries: false,
    parseOptions: { maxTokens: limits.tokens },
    validationOptions: { maxErrors: limits.validationErrors },
    hideSchemaDetailsFromClientErrors: !config.introspection,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    nodeEnv: config.NODE_ENV,
    logger: log,
    formatError: errorPresenter(log),
    plugins: [
      ApolloServerPluginCacheControlDisabled(),
      ApolloServerPluginLandingPageDisabled(),
      lenientStatus,
      refuseVariables(schema),
      limitResponseSize,
      countOperations,
    ],
  })
  await apollo.start()

  countRequests(app)
  logRequests(app)
  await compressResponses(app)
  refuseOtherPaths(app)
  serveSchema(app)
  const isReady = readinessOf(config.REST_AUTH_URL)
  serveHealth(app, async () => ((await isReady()) ? {} : { reason: 'rest-auth' }))
  await app.register(async (graphql) => {
    handleErrors(graphql)
    checkOrigin(graphql, config)
    acceptBearerInsteadOfPreflight(graphql)
    if (config.introspection) serveGraphiql(graphql)
    admitRequests(graphql, schema, config, now)
    limitRates(graphql, pool, config, now)
    useUpstream(graphql, pool, config.AUTH_BASE_PATH)
    const handler = fastifyApolloHandler(apollo, { context: async (request) => contextOf(request) })
    graphql.route({ method: ['GET', 'POST'], url: '/graphql', exposeHeadRoute: false, handler })
    refuseOtherMethods(graphql)
  })
  app.addHook('onClose', async () => {
    await apollo.stop()
    await pool.close()
  })
  return app
}
