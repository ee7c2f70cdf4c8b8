import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { callsOf } from 'service/calls.ts'
import { allowTrustedOrigins } from 'service/cross-origin.ts'
import { fastifyOptions } from 'service/fastify-options.ts'
import { serveHealth } from 'service/health.ts'
import { countRequests } from 'service/metrics.ts'
import { administrationRoutes } from './administration/administration.routes.ts'
import { emailRoutes } from './administration/emails.routes.ts'
import { screenRoutes } from './administration/screen.routes.ts'
import { actorRoutes } from './api-key/actor.routes.ts'
import { apiKeyRoutes } from './api-key/api-key.routes.ts'
import { readKeys } from './active-key/read-key.ts'
import type { Context } from './context.ts'
import { credentialRoutes, usernameRoutes } from './credential/credential.routes.ts'
import { passwordRoutes } from './credential/password.routes.ts'
import { findDatabaseProblem } from './health/health.sql.ts'
import type { App } from './http/calls.ts'
import { useCookies } from './http/cookies.ts'
import { sendError, handleErrors } from './http/error-handler.ts'
import { checkOrigins } from './http/origin.ts'
import { readBodies } from './http/request-body.ts'
import { logRequests } from './http/request-log.ts'
import type { ErrorKey } from './errors.ts'
import type { Journal } from './journal/events.ts'
import { keepRefusedSignIns } from './refused-sign-in/refused-sign-in.ts'
import { outboxRoutes } from './mail/outbox.routes.ts'
import { multiSessionRoutes } from './multi-session/multi-session.routes.ts'
import { oneTimeTokenRoutes } from './one-time-token/one-time-token.routes.ts'
import { describeRoutes } from './openapi-document.ts'
import { auditLogRoutes } from './organization/audit-log/audit-log.routes.ts'
import { batchRoutes } from './organization/batch/batch.routes.ts'
import { invitationRoutes } from './organization/invitation/invitation.routes.ts'
import { memberRoutes } from './organization/member/member.routes.ts'
import { remotePermissionRoute } from './organization/role/remote-permissions.ts'
import { organizationRoutes } from './organization/organization.routes.ts'
import { ownOrganizationRoutes } from './organization/own-organization.routes.ts'
import { roleRoutes } from './organization/role/role.routes.ts'
import { secondFactorRoutes } from './organization/second-factor/demand.routes.ts'
import { teamMemberRoutes } from './organization/team/team-member.routes.ts'
import { teamRoutes } from './organization/team/team.routes.ts'
import { activityRoutes } from './own-account/activity.routes.ts'
import { deleteUserRoutes } from './own-account/delete-user.routes.ts'
import { linkedAccountRoutes } from './own-account/linked-account.routes.ts'
import { disownRoute, ownAccountRoutes } from './own-account/own-account.routes.ts'
import { ownPasskeyRoutes, passkeyRoutes } from './passkey/passkey.routes.ts'
import { personalDataRoutes } from './personal-data/personal-data.routes.ts'
import { pictureRoutes } from './picture/picture.routes.ts'
import { identifyCallers } from './rate-limit/callers.ts'
import { queueLargeResponses } from './rate-limit/large-responses.ts'
import { limitRates } from './rate-limit/rate-limit.ts'
import { limitDatabaseUse } from './request-context.ts'
import { operatorRoutes } from './operator/operator.routes.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { readAccessTokens } from './signed-token/access-token.ts'
import { serviceTokenRoute, signedTokenRoutes } from './signed-token/signed-token.routes.ts'
import { SigningKeys } from './signed-token/signing-key.ts'
import { tokenExchangeRoutes } from './signed-token/token-exchange.routes.ts'
import { redeemReturns } from './social/app-return.ts'
import { serveDemoProviders } from './social/demo-providers.ts'
import { socialRoutes } from './social/social.routes.ts'
import { statusRoutes } from './status/status.routes.ts'
import { webhookRoutes } from './webhook/webhook.routes.ts'
import { ownTwoFactorRoutes, trustedDeviceRoutes, twoFactorRoutes } from './two-factor/two-factor.routes.ts'
import { verificationRoutes } from './verification/verification.routes.ts'
import { remoteNoticeRoute } from './remote-notice/remote-notice.ts'

const readableHeaders = [
  'set-auth-token',
  'Retry-After',
  'X-Retry-After',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Next-Cursor',
]

export async function buildApp(ctx: Context): Promise<App> {
  const { config } = ctx
  const app: App = Fastify({
    ...fastifyOptions(config, ctx.log, 30_000),
    bodyLimit: 16 * 1024, // bodies are read before authentication, which costs time
    routerOptions: { querystringParser: parseQuery, ignoreDuplicateSlashes: true, ignoreTrailingSlash: true },
    frameworkErrors: sendError,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)

  // Synchronous hooks call `done`, because async ones cost promises on each request.
  countRequests(app)
  handleErrors(app, config)
  logRequests(app)
  limitDatabaseUse(app, config)
  useCookies(app, config)
  allowTrustedOrigins(app, config, readableHeaders)
  const keys = new SigningKeys(ctx)
  readAccessTokens(app, ctx, keys)
  if (config.rateLimitEnabled) {
    const callerOf = identifyCallers(app, ctx)
    limitRates(app, ctx, callerOf)
    queueLargeResponses(app, ctx, callerOf)
  }
  readKeys(app, ctx)
  readBodies(app)
  checkOrigins(app, config)
  keepRefusedSignIns(app, ctx)
  redeemReturns(app, ctx)
  serveHealth(app, async () => ({ reason: await findDatabaseProblem(ctx) }))
  await describeRoutes(app, config)
  await app.register(async (auth: App) => registerNouns(auth, ctx, keys), { prefix: config.AUTH_BASE_PATH })
  serviceTokenRoute(app, ctx, keys)
  remotePermissionRoute(app, ctx)
  remoteNoticeRoute(app, ctx, keys)
  if (!config.production) await app.register(serveDemoProviders, { prefix: '/dev/providers', now: ctx.now })
  outboxRoutes(app, ctx)
  return app
}

/** Each call has its noun in the OpenAPI document, in this order. */
function registerNouns(app: App, ctx: Context, keys: SigningKeys): void {
  const calls = (noun: string) => callsOf<Journal, ErrorKey>(app, noun)
  statusRoutes(calls('status'))
  credentialRoutes(calls('credential'), ctx)
  passwordRoutes(calls('password'), ctx)
  usernameRoutes(calls('username'), ctx)
  linkedAccountRoutes(calls('account'), ctx)
  socialRoutes(calls('social'), ctx)
  sessionRoutes(calls('session'), ctx)
  operatorRoutes(calls('session'), ctx)
  multiSessionRoutes(calls('multi-session'), ctx)
  oneTimeTokenRoutes(calls('one-time-token'), ctx)
  passkeyRoutes(calls('passkey'), ctx)
  ownPasskeyRoutes(calls('passkey'), ctx)
  twoFactorRoutes(calls('two-factor'), ctx)
  ownTwoFactorRoutes(calls('two-factor'), ctx)
  trustedDeviceRoutes(calls('two-factor'), ctx)
  verificationRoutes(calls('verification'), ctx)
  disownRoute(calls('verification'), ctx)
  ownAccountRoutes(calls('user'), ctx)
  deleteUserRoutes(calls('user'), ctx)
  activityRoutes(calls('user'), ctx)
  administrationRoutes(calls('administration'), ctx)
  screenRoutes(calls('administration'), ctx)
  emailRoutes(calls('administration'), ctx)
  personalDataRoutes(calls('user'), ctx)
  organizationRoutes(calls('organization'), ctx)
  ownOrganizationRoutes(calls('organization'), ctx)
  secondFactorRoutes(calls('organization'), ctx)
  memberRoutes(calls('member'), ctx)
  invitationRoutes(calls('invitation'), ctx)
  teamRoutes(calls('team'), ctx)
  teamMemberRoutes(calls('team'), ctx)
  roleRoutes(calls('role'), ctx)
  batchRoutes(calls('organization'), ctx)
  auditLogRoutes(calls('organization'), ctx)
  apiKeyRoutes(calls('api-key'), ctx)
  actorRoutes(calls('api-key'), ctx)
  webhookRoutes(calls('webhook'), ctx)
  tokenExchangeRoutes(app, ctx, keys)
  pictureRoutes(calls('picture'), ctx)
  signedTokenRoutes(calls('signed-token'), ctx, keys)
}

/** The last of several values counts, except in the filter of list-members. */
function parseQuery(text: string): Record<string, string | string[]> {
  if (text === '') return {}
  const query = new URLSearchParams(text)
  const values = query.getAll('filterValue')
  return { ...Object.fromEntries(query), ...(values.length > 1 && { filterValue: values }) }
}
