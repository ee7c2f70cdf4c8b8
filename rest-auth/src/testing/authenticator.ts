import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { Browser } from './browser.ts'

/** A dishonest or unusual authenticator or page sends these instead. */
export interface Deviation {
  origin?: string
  rpId?: string
  challenge?: string
  isUserVerified?: boolean
  counter?: number
  /** Another passkey's. */
  credentialID?: string
  hasWrongSignature?: boolean
}

export interface Authenticator {
  readonly credentialID: string
  /** For `verify-registration`. */
  register(options: unknown, deviation?: Deviation): object
  /** For `verify-authentication`. */
  answer(options: unknown, deviation?: Deviation): object
}

const base64url = (bytes: Buffer): string => bytes.toString('base64url')
const sha256 = (text: Buffer | string): Buffer => createHash('sha256').update(text).digest()
const challengeOf = (options: unknown): string => String(Reflect.get(Object(options), 'challenge'))

// CBOR (RFC 8949), as far as an attestation without statement needs it. Lengths are below 65,536.
const head = (kind: number, length: number): Buffer =>
  length < 24
    ? Buffer.from([(kind << 5) | length])
    : length < 256
      ? Buffer.from([(kind << 5) | 24, length])
      : Buffer.from([(kind << 5) | 25, length >> 8, length & 255])
const integer = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value))
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value])
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)])
const map = (...entries: [Buffer, Buffer][]): Buffer => Buffer.concat([head(5, entries.length), ...entries.flat()])

/** A passkey of ES256 in a device that verifies its user, for the host of the tests. */
export function createAuthenticator(origin = 'http://localhost:3000'): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = randomBytes(32)
  let counter = 0

  const clientData = (type: string, options: unknown, deviation: Deviation): Buffer =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: deviation.challenge ?? challengeOf(options),
        origin: deviation.origin ?? origin,
        crossOrigin: false,
      }),
    )
  /** WebAuthn 3, section 6.1. `more` is the attested credential. */
  const authenticatorData = (deviation: Deviation, more = Buffer.alloc(0)): Buffer => {
    counter += 1
    const flags = 1 | (deviation.isUserVerified === false ? 0 : 4) | (more.length > 0 ? 64 : 0)
    const signed = Buffer.alloc(4)
    signed.writeUInt32BE(deviation.counter ?? counter)
    return Buffer.concat([sha256(deviation.rpId ?? new URL(origin).hostname), Buffer.from([flags]), signed, more])
  }
  const credential = (deviation: Deviation) => {
    const credentialID = deviation.credentialID ?? base64url(id)
    return { id: credentialID, rawId: credentialID, type: 'public-key' }
  }
  return {
    credentialID: base64url(id),
    register(options, deviation = {}) {
      const key = map(
        [integer(1), integer(2)],
        [integer(3), integer(-7)],
        [integer(-1), integer(1)],
        [integer(-2), bytes(Buffer.from(x, 'base64url'))],
        [integer(-3), bytes(Buffer.from(y, 'base64url'))],
      )
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key])
      const attestation = map(
        [text('fmt'), text('none')],
        [text('attStmt'), map()],
        [text('authData'), bytes(authenticatorData(deviation, attested))],
      )
      const response = {
        clientDataJSON: base64url(clientData('webauthn.create', options, deviation)),
        attestationObject: base64url(attestation),
        transports: ['internal'],
      }
      return { ...credential(deviation), response, clientExtensionResults: {} }
    },
    answer(options, deviation = {}) {
      const data = authenticatorData(deviation)
      const client = clientData('webauthn.get', options, deviation)
      const signing = deviation.hasWrongSignature
        ? generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
        : privateKey
      const signature = sign('sha256', Buffer.concat([data, sha256(client)]), signing)
      const response = {
        clientDataJSON: base64url(client),
        authenticatorData: base64url(data),
        signature: base64url(signature),
      }
      return { ...credential(deviation), response, clientExtensionResults: {} }
    },
  }
}

/** Adds a passkey to the account of this browser's user. */
export async function addPasskey(browser: Browser, name?: string): Promise<Authenticator> {
  const authenticator = createAuthenticator()
  const options = (await browser.get('/passkey/generate-register-options')).body
  const added = await browser.post('/passkey/verify-registration', { response: authenticator.register(options), name })
  if (added.status !== 200) throw new Error(`The passkey was not added: ${JSON.stringify(added.body)}`)
  return authenticator
}

/** The response to a sign-in in this browser. */
export async function usePasskey(browser: Browser, authenticator: Authenticator, deviation: Deviation = {}) {
  const options = (await browser.get('/passkey/generate-authenticate-options')).body
  return browser.post('/passkey/verify-authentication', { response: authenticator.answer(options, deviation) })
}
