import { z } from 'zod'
import type { RestAuth } from './start-rest-auth.ts'
import type { Visitor } from './visitor.ts'

/** Gets an access token of this user, as the service of a remote does. */
export async function accessTokenFor(
  { url }: Pick<RestAuth, 'url'>,
  { cookies }: Pick<Visitor, 'cookies'>,
  remote = 'mf-invoices',
) {
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const minted = await fetch(`${url}/inner/service-token?audience=${remote}`, { headers: { cookie } })
  const { token } = z.object({ token: z.string() }).parse(await minted.json())
  const exchanged = await fetch(`${url}/api/auth/token-exchange`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'urn:ietf:params:oauth:grant-type:token-exchange',
      subject_token: token,
      subject_token_type: 'urn:ietf:params:oauth:token-type:jwt',
    }),
  })
  return z.object({ access_token: z.string() }).parse(await exchanged.json()).access_token
}
