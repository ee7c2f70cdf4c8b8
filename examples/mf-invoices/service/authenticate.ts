import type { IncomingMessage } from 'node:http'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'

/** A user, and the organization that the product has checked. */
export interface Caller {
  userId: string
  organization: { id: string; roles: string[]; teams: string[]; permissions: string[] } | null
}

/** Resolves with null if the token is invalid. Rejects if the product's keys are unavailable. */
export function createAuthenticator(product: string): (request: IncomingMessage) => Promise<Caller | null> {
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', product))
  const expected = { issuer: product, audience: 'mf-invoices', typ: 'service+jwt', algorithms: ['EdDSA'] }
  return async ({ headers }) => {
    const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
    try {
      const options = { ...expected, requiredClaims: ['exp', 'sub', 'organization'] }
      const { payload } = await jwtVerify<{ sub: string; organization: Caller['organization'] }>(token, keys, options)
      return { userId: payload.sub, organization: payload.organization }
    } catch (error) {
      if (error instanceof errors.JOSEError && !/GENERIC|TIMEOUT|JWKS_INVALID/.test(error.code)) return null
      throw error
    }
  }
}
