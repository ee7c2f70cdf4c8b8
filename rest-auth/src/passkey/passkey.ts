import { z } from 'zod'
import { withoutMarks } from '../naming.ts'

export const passkeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    publicKey: z.string().describe('Base64 of a COSE key'),
    userId: z.string(),
    credentialID: z.string(),
    counter: z.number(),
    deviceType: z.string().describe('singleDevice or multiDevice'),
    backedUp: z.boolean(),
    transports: z.string().nullable().describe('Separated by commas'),
    aaguid: z.string().nullable().describe('The model of the authenticator'),
    createdAt: z.date(),
    lastUsedAt: z.date().nullable(),
  })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof passkeySchema>

export const passkeyName = z.string().trim().min(1).max(100).transform(withoutMarks)

const base64url = z.string().regex(/^[\w-]+=*$/)
const credential = { id: base64url, rawId: base64url, type: z.literal('public-key') }
const transports = z.array(z.string().regex(/^[\w-]{1,20}$/)).max(10)

/** `RegistrationResponseJSON` of WebAuthn 3. */
export const registrationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    attestationObject: base64url,
    transports: transports.exactOptional(),
  }),
})

/** `AuthenticationResponseJSON` of WebAuthn 3. */
export const authenticationResponse = z.object({
  ...credential,
  response: z.object({
    clientDataJSON: base64url,
    authenticatorData: base64url,
    signature: base64url,
    userHandle: z.string().nullish(),
  }),
})

const descriptor = z.object({
  id: z.string(),
  type: z.string(),
  transports: z.array(z.string()).optional(),
})
const verification = z.enum(['required', 'preferred', 'discouraged'])

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn 3. */
export const registrationOptions = z.object({
  rp: z.object({ id: z.string().optional(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  challenge: z.string(),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int().optional(),
  excludeCredentials: z.array(descriptor).optional(),
  authenticatorSelection: z
    .object({
      authenticatorAttachment: z.enum(['platform', 'cross-platform']).optional(),
      residentKey: verification.optional(),
      requireResidentKey: z.boolean().optional(),
      userVerification: verification.optional(),
    })
    .optional(),
  attestation: z.enum(['none', 'direct', 'enterprise', 'indirect']).optional(),
})

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn 3. */
export const authenticationOptions = z.object({
  rpId: z.string().optional(),
  challenge: z.string(),
  timeout: z.int().optional(),
  allowCredentials: z.array(descriptor).optional(),
  userVerification: verification.optional(),
})

export type RegistrationOptions = z.infer<typeof registrationOptions>
export type AuthenticationOptions = z.infer<typeof authenticationOptions>
