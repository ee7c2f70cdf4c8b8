import type { FastifyReply } from 'fastify'
import { reservedPaths } from 'service/reserved-paths.ts'
import { isTrustedUrl } from 'service/trusted-origin.ts'
import { z } from 'zod'
import type { Config } from '../config.ts'
import { ownPath } from 'contract/own-path.ts'

export const redirection = { 302: z.undefined().describe('Redirects to the callbackURL, with the outcome') }

export function redirect(reply: FastifyReply, location: string): FastifyReply {
  return reply.code(302).header('location', asLocation(location)).type('application/json').send('')
}

/** Headers carry ASCII only. */
export const asLocation = (target: string): string =>
  target.toWellFormed().replaceAll(/[^\x21-\x7e]+/g, encodeURIComponent)

/** Pages of our origin and URLs of trusted ones. Used for every redirect, so also for those with a token. */
export function isRedirectTarget(config: Config, target: string): boolean {
  if (ownPath(target, config.AUTH_URL) !== null) return isPage(config, target)
  return !/\p{Cc}/u.test(target) && isTrustedUrl(config, asLocation(target)) && isPage(config, target)
}

/** A service of a remote, for instance, must not get the token of a link that its user follows. */
function isPage({ AUTH_URL, AUTH_BASE_PATH }: Config, target: string): boolean {
  const { origin, pathname } = new URL(target, AUTH_URL)
  if (origin !== new URL(AUTH_URL).origin) return true
  const [, first = ''] = decodePath(pathname).split('/')
  return ![...reservedPaths, AUTH_BASE_PATH].some((path) => path.split('/')[1] === first)
}

/** As routers do: `/%61pi` is `/api`. */
function decodePath(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

export function withQuery(target: string, parameters: Record<string, string>): string {
  const [location = '', ...fragment] = target.split('#')
  const query = new URLSearchParams(parameters).toString().replaceAll('+', '%20')
  return [`${location}${location.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#')
}
