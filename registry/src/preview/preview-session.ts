import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { ownCookie } from 'service/own-cookie.ts'
import { clientHeaders } from '../http/client-headers.ts'

export const previewCookie = (authUrl: string) =>
  ownCookie('preview', { https: authUrl.startsWith('https:'), bytes: 32, maxAge: 8 * 60 * 60 })

const sessionResponse = z.object({ user: z.object({ id: z.string() }) }).nullable()

/** Reads the database without extending the session. Null if rest-auth is unavailable. */
export async function findSignedInUser(
  { accountApi }: { accountApi: string },
  request: FastifyRequest,
): Promise<string | null> {
  const { cookie } = request.headers
  if (cookie === undefined) return null
  return fetch(`${accountApi}/get-session?disableCookieCache=true&disableRefresh=true`, {
    headers: { ...clientHeaders(request), cookie },
    signal: AbortSignal.timeout(3000),
    redirect: 'error',
  })
    .then(async (response) => (response.ok ? (sessionResponse.parse(await response.json())?.user.id ?? null) : null))
    .catch(() => null)
}
