import type { IncomingMessage } from 'node:http'
import { createRemoteJWKSet, errors, jwtVerify } from 'jose'

/** A user, and what they are in the organization that they work in; null: in none. */
export interface Who {
  userId: string
  organization: { id: string; roles: string[]; teams: string[]; permissions: string[] } | null
}

/** Answers how to tell who asks: null is nobody whom this service may believe. Rejects when the product's keys are not to be had. */
export function believe(product: string): (request: IncomingMessage) => Promise<Who | null> {
  const keys = createRemoteJWKSet(new URL('/.well-known/jwks.json', product))
  const expected = { issuer: product, audience: 'mf-invoices', typ: 'service+jwt', algorithms: ['EdDSA'] }
  return async ({ headers }) => {
    const token = headers.authorization?.replace(/^Bearer /, '') ?? ''
    try {
      const options = { ...expected, requiredClaims: ['exp', 'sub', 'organization'] }
      const { payload } = await jwtVerify<{ sub: string; organization: Who['organization'] }>(token, keys, options)
      return { userId: payload.sub, organization: payload.organization }
    } catch (error) {
      if (error instanceof errors.JOSEError && !/GENERIC|TIMEOUT|JWKS_INVALID/.test(error.code)) return null
      throw error
    }
  }
}
