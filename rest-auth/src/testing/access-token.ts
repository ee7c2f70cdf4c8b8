import { z } from 'zod'
import type { App } from '../http/calls.ts'
import type { Browser } from './browser.ts'

interface Served {
  readonly app: App
}

export const cookieOf = ({ jar }: Pick<Browser, 'jar'>): string =>
  [...jar].map(([name, value]) => `${name}=${value}`).join('; ')

/** The token that a remote's service gets with a request of `who`. */
export async function serviceToken(
  { app }: Served,
  who: Pick<Browser, 'jar'>,
  audience = 'mf-invoices',
): Promise<string> {
  const url = `/inner/service-token?audience=${audience}`
  const response = await app.inject({ url, headers: { cookie: cookieOf(who) }, remoteAddress: '127.0.0.1' })
  return z.object({ token: z.string() }).parse(response.json()).token
}

/** The required fields of an exchange. */
export const exchangeOf = (token: string) => ({
  grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
  subject_token: token,
  subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
})

/** Requests an access token like a service. */
export async function exchange({ app }: Served, fields: Record<string, string>, headers: Record<string, string> = {}) {
  const response = await app.inject({
    method: 'POST',
    url: '/api/auth/token-exchange',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(fields).toString(),
  })
  return { status: response.statusCode, headers: response.headers, body: z.looseObject({}).parse(response.json()) }
}

/** An access token of `who` for reading organizations. */
export async function accessToken(served: Served, who: Pick<Browser, 'jar'>): Promise<string> {
  const { body } = await exchange(served, exchangeOf(await serviceToken(served, who)))
  return z.string().parse(body['access_token'])
}
