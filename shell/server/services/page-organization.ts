import type { FastifyRequest } from 'fastify'
import { slugOf } from 'contract/version-lock.ts'

/**
 * The slug of the organization whose page sends this request; null for other pages. Browsers name
 * the page, so that each tab works in its organization, but not for a socket: its URL does.
 */
export function organizationOf({ url, headers }: FastifyRequest, authUrl: string): string | null {
  const named = new URL(url, authUrl).searchParams.get('page-organization')
  if (named !== null) return named
  const page = URL.parse(headers.referer ?? '')
  return page?.origin === authUrl ? slugOf(page.pathname) : null
}
