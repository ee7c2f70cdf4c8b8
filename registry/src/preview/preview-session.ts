import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ownCookie } from 'service/own-cookie.ts'

export const previewCookie = (authUrl: string) =>
  ownCookie('preview', { https: authUrl.startsWith('https:'), bytes: 32, maxAge: 8 * 60 * 60 })

const sessionResponse = z.object({ user: z.object({ id: z.string() }) }).nullable()

/** Reads the database without extending the session. Null if rest-auth is unavailable. */
export async function findSignedInUser(
  { sessionUrl }: { sessionUrl: string },
  { id, ip, protocol, host, headers: { cookie } }: FastifyRequest,
): Promise<string | null> {
  if (cookie === undefined) return null
  const client = { 'x-request-id': id, 'x-forwarded-for': ip, 'x-forwarded-proto': protocol, 'x-forwarded-host': host }
  return fetch(`${sessionUrl}?disableCookieCache=true&disableRefresh=true`, {
    headers: { ...client, cookie },
    signal: AbortSignal.timeout(3000),
    redirect: 'error',
  })
    .then(async (response) => (response.ok ? (sessionResponse.parse(await response.json())?.user.id ?? null) : null))
    .catch(() => null)
}
