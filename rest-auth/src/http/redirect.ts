import type { FastifyReply } from 'fastify'
import { isTrustedUrl } from 'service/trusted-origin.ts'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { ownPath } from './own-path.ts'

export const redirection = { 302: z.undefined().describe('Redirects to the callbackURL, with the outcome') }

export function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(302).header('location', asLocation(location)).type('application/json').send('')
}

/** Headers carry ASCII only. */
export const asLocation = (target: string): string =>
  target.toWellFormed().replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent)

/** Paths of our origin and URLs of trusted ones. Used for every redirect. */
export function isRedirectTarget(config: Config, target: string): boolean {
  if (ownPath(target, config.AUTH_URL) !== null) return true
  return !/\p{Cc}/u.test(target) && isTrustedUrl(config, asLocation(target))
}

export function withQuery(target: string, parameters: Record<string, string>): string {
  const [location = '', ...fragment] = target.split('#')
  const query = new URLSearchParams(parameters).toString().replaceAll('+', '%20')
  return [`${location}${location.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#')
}
