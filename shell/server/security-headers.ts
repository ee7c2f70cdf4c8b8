import type { FastifyInstance } from 'fastify'
import type { OriginKind, OriginUse } from 'contract/foreign-origins.ts'
import { reportPath } from './csp-reports.ts'

/**
 * Headers that hold for every answer; a service behind the proxy may set its own.
 * Addresses of pages can carry one-time secrets, so no referrer leaves the origin.
 */
export function securityHeaders(app: FastifyInstance, { https }: { https: boolean }): void {
  const headers = {
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  app.addHook('onSend', async (_request, reply) => {
    for (const [name, value] of Object.entries(headers)) if (!reply.hasHeader(name)) reply.header(name, value)
  })
}

interface PolicyOptions {
  https: boolean
  assetsOrigin: string
  granted?: readonly OriginUse[]
}

/**
 * The document's policy: own scripts only, styles also with the nonce that Mantine and lazily loaded styles carry. Files of versions may
 * come from `assetsOrigin` too.
 */
export function contentSecurityPolicy(nonce: string, { https, assetsOrigin, granted = [] }: PolicyOptions): string {
  const places = ['/assets/', '/remotes/'].map((path) => ` ${assetsOrigin}${path}`)
  const own = `'self'${assetsOrigin && places.join('')}`
  const foreign = (wanted: OriginKind): string =>
    granted.map(({ kind, origin }) => (kind === wanted ? ` ${origin}` : '')).join('')
  return [
    "default-src 'self'",
    `script-src ${own}`,
    `style-src ${own} 'nonce-${nonce}'`,
    `img-src ${own} data: blob:${foreign('image')}`,
    ...(assetsOrigin ? [`font-src ${own}`] : []),
    // What arrives slowly is listened to (src/federation/files.ts).
    ...(assetsOrigin || foreign('connect') ? [`connect-src ${own}${foreign('connect')}`] : []),
    ...(foreign('frame') ? [`frame-src 'self'${foreign('frame')}`] : []),
    // A worker's script from an address would be checked by no hash; the text of one comes in a chunk (kit/build/worker-source.ts).
    'worker-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // The one that src/document.ts makes; whoever adds a library that has its own adds its name.
    'trusted-types default',
    // Not `report-to`: Chromium would keep the report for a minute, and others do not know it.
    `report-uri ${reportPath}`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** The browser itself refuses what has no hash (https://www.w3.org/TR/sri-2/#integrity-policy-section). */
export const integrityPolicy = 'blocked-destinations=(script)'
