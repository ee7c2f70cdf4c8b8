import { exportJWK, generateKeyPair, SignJWT, type JSONWebKeySet, type JWTPayload } from 'jose'

const keyId = 'demo-key'
let pair: ReturnType<typeof generateKeyPair> | undefined

// Generated on first use, because most runs never sign an id_token.
const keyPair = () => (pair ??= generateKeyPair('RS256'))

export async function signIdToken(claims: JWTPayload): Promise<string> {
  const { privateKey } = await keyPair()
  return new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: keyId, typ: 'JWT' }).sign(privateKey)
}

/** A key set (RFC 7517). */
export async function publicKeys(): Promise<JSONWebKeySet> {
  const { publicKey } = await keyPair()
  return { keys: [{ ...(await exportJWK(publicKey)), kid: keyId, alg: 'RS256', use: 'sig' }] }
}
