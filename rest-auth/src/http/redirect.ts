import type { FastifyReply } from 'fastify'
import { isTrustedUrl } from 'service/trusted-origin.ts'
import { z } from 'zod'
import type { Config } from '../config.ts'

export const redirection = { 302: z.undefined().describe('Redirects to the callbackURL, with the outcome') }

export function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(302).header('location', location).type('application/json').send('')
}

/** A path of this site that no parser can read as a URL with a scheme or host. */
const relativePath = /^\/(?!\/|\\|%2f|%5c)(?![^?]*\/\/)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/

/** Trusted origins and safe relative paths. Used for every redirect. */
export function isRedirectTarget(config: Config, target: string): boolean {
  return relativePath.test(target) || isTrustedUrl(config, target)
}

export function withQuery(target: string, parameters: Record<string, string>): string {
  const [location = '', ...fragment] = target.split('#')
  const query = new URLSearchParams(parameters).toString().replaceAll('+', '%20')
  return [`${location}${location.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#')
}
