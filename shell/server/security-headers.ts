import type { FastifyInstance } from 'fastify'
import type { OriginKind, OriginUse } from 'contract/foreign-origins.ts'
import { reportPath } from './csp-reports.ts'

/** Browsers show them as text. A page has a dozen, each of which would have 500 bytes more. */
const isPart = /^(application\/javascript|text\/css|font\/)/

/** No referrer: URLs of pages can contain one-time tokens. */
export function securityHeaders(app: FastifyInstance, { https }: { https: boolean }): void {
  const ofAll = {
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
  const headers = {
    ...ofAll,
    'x-frame-options': 'DENY',
    'content-security-policy': "frame-ancestors 'none'",
    'origin-agent-cluster': '?1',
    'x-permitted-cross-domain-policies': 'none',
    'x-dns-prefetch-control': 'off',
    'referrer-policy': 'same-origin',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=()',
  }
  app.addHook('onSend', async (_request, reply) => {
    const isFile = reply.statusCode === 200 && isPart.test(String(reply.getHeader('content-type')))
    const own = isFile ? ofAll : headers
    if (isFile) for (const name of ['content-security-policy', 'x-request-id']) reply.removeHeader(name)
    for (const [name, value] of Object.entries(own)) if (!reply.hasHeader(name)) reply.header(name, value)
  })
}

interface PolicyOptions {
  https: boolean
  assetsOrigin: string
  granted?: readonly OriginUse[]
  /** Hash of the only inline script. */
  inlineScript?: string | undefined
}

/** Mantine and lazily loaded styles carry the nonce. */
export function contentSecurityPolicy(
  nonce: string,
  { https, assetsOrigin, granted = [], inlineScript }: PolicyOptions,
): string {
  const places = ['/assets/', '/remotes/'].map((path) => ` ${assetsOrigin}${path}`)
  const own = `'self'${assetsOrigin && places.join('')}`
  const foreign = (wanted: OriginKind): string =>
    granted.map(({ kind, origin }) => (kind === wanted ? ` ${origin}` : '')).join('')
  return [
    "default-src 'self'",
    `script-src ${own}${inlineScript ? ` ${inlineScript}` : ''}`,
    `style-src ${own} 'nonce-${nonce}'`,
    `img-src ${own} data: blob:${foreign('image')}`,
    ...(assetsOrigin ? [`font-src ${own}`] : []),
    // Slow files are fetched a second time to watch their progress (src/federation/files.ts).
    ...(assetsOrigin || foreign('connect') ? [`connect-src ${own}${foreign('connect')}`] : []),
    ...(foreign('frame') ? [`frame-src 'self'${foreign('frame')}`] : []),
    // Integrity does not cover workers loaded by URL; their code comes in a chunk.
    'worker-src blob:',
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types default',
    // Not `report-to`: Chromium delays its reports, and other browsers do not support it.
    `report-uri ${reportPath}`,
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/** Browsers reject scripts without a hash: https://www.w3.org/TR/sri-2/#integrity-policy-section */
export const integrityPolicy = 'blocked-destinations=(script)'
