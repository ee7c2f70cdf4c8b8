import type { FastifyRequest } from 'fastify'
import { isFromTrustedPage } from 'service/trusted-origin.ts'
import type { Config } from '../config.ts'
import { ApiError, type ErrorKey } from '../errors.ts'
import type { App } from './calls.ts'
import { isRedirectTarget } from './redirect.ts'

/** Prevents CSRF: rejects POSTs from pages of other sites, and redirects to other sites. */
export function checkOrigins(app: App, config: Config): void {
  app.addHook('preValidation', (request, _, done) => {
    if (request.method !== 'POST') return done()
    const path = (request.routeOptions.url ?? '').slice(config.AUTH_BASE_PATH.length)
    if (path.startsWith('/callback/')) return done() // posted by the provider's page and protected by the state
    const startsSession = ['/sign-in', '/sign-up', '/one-time-token/verify', '/passkey/verify-authentication'].some(
      (start) => path.startsWith(start),
    )
    if ((request.headers.cookie !== undefined || startsSession) && !isFromTrustedPage(config, request.headers)) {
      throw new ApiError('INVALID_ORIGIN')
    }
    checkRedirectTargets(config, request)
    done()
  })
}

const targets = [
  ['callbackURL', 'INVALID_CALLBACKURL'],
  ['redirectTo', 'INVALID_REDIRECTURL'],
  ['errorCallbackURL', 'INVALID_ERRORCALLBACKURL'],
  ['newUserCallbackURL', 'INVALID_NEWUSERCALLBACKURL'],
] as const satisfies [string, ErrorKey][]

/** In bytes. The URLs are part of emailed links and stored sign-in states. */
const maxTargetBytes = 2048

function checkRedirectTargets(config: Config, request: FastifyRequest): void {
  for (const [field, refusal] of targets) {
    for (const target of [
      fieldOf(request.body, field),
      field === 'callbackURL' ? fieldOf(request.query, field) : undefined,
    ]) {
      if (typeof target !== 'string' || target === '') continue
      if (Buffer.byteLength(target) > maxTargetBytes) throw new ApiError('INVALID_BODY')
      if (!isRedirectTarget(config, target)) throw new ApiError(refusal)
    }
  }
}

export function requireRedirectTarget(config: Config, callbackURL: string | undefined): void {
  if (callbackURL && !isRedirectTarget(config, callbackURL)) throw new ApiError('INVALID_CALLBACKURL')
}

const fieldOf = (value: unknown, field: string): unknown => Reflect.get(Object(value), field)
