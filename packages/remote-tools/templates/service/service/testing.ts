import { createServer, type Server } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** Starts a server on a free port and returns its origin. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((isReady) => server.listen(0, '127.0.0.1', isReady))
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** A fake product that publishes a key and creates tokens. */
export async function startProduct() {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA')
  const key = { ...(await exportJWK(publicKey)), kid: 'one' }
  const server = createServer((_request, response) => void response.end(JSON.stringify({ keys: [key] })))
  const origin = await listen(server)
  /** For a member of the organization `id`. `other` overrides claims. */
  const tokenOf = (id: string | null, permissions: string[] = [], other: Record<string, unknown> = {}) => {
    const organization = id === null ? null : { id, roles: ['member'], teams: [], permissions }
    const expires = Math.floor(Date.now() / 1000) + 300
    return new SignJWT({ iss: origin, aud: 'mf-template', sub: 'ann', exp: expires, organization, ...other })
      .setProtectedHeader({ alg: 'EdDSA', kid: 'one', typ: 'service+jwt' })
      .sign(privateKey)
  }
  return { origin, tokenOf, stop: () => server.close() }
}

/** Sends a request as the product does; a POST if there is a `body`. */
export async function send(url: string, token: string, body?: object): Promise<{ status: number; body: unknown }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const handle = await fetch(url, { headers, ...(body && { method: 'POST', body: JSON.stringify(body) }) })
  return { status: handle.status, body: await handle.json() }
}
