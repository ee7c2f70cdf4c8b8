import { isTrustedUrl } from 'service/trusted-origin.ts'
import type { Config } from '../config.ts'

/** A path of this site: no scheme, no host, nothing that another reading could turn into one. */
const relativePath = /^\/(?!\/|\\|%2f|%5c)(?![^?]*\/\/)[\w\-.+/@]*(?:\?[\w\-.+/=&%@]*)?$/

/** Whether we may send a browser there: a trusted origin or a safe relative path. The one check for every redirect. */
export function isRedirectTarget(config: Config, target: string): boolean {
  return relativePath.test(target) || isTrustedUrl(config, target)
}

/** `target` with more query parameters, percent-encoded, in front of a fragment. */
export function withQuery(target: string, parameters: Record<string, string>): string {
  const [location = '', ...fragment] = target.split('#')
  const query = new URLSearchParams(parameters).toString().replaceAll('+', '%20')
  return [`${location}${location.includes('?') ? '&' : '?'}${query}`, ...fragment].join('#')
}
