import { encodeBase64 } from '@oslojs/encoding'
import { z } from 'zod'
import { transaction, type Context } from '../context.ts'
import { needsProof } from '../user/needs-verification.ts'
import { randomId } from '../crypto/random.ts'
import { ApiError } from '../errors.ts'
import { parseJson } from '../http/json-body.ts'
import { record } from '../journal/journal.ts'
import { requestEmail } from '../mail/mail-request.sql.ts'
import { emailUser } from '../mail/outbox.ts'
import { attemptSignIn } from '../refused-sign-in/refused-sign-in.ts'
import { createProvenSession, describeCaller, type Client } from '../session/create-session.ts'
import { lockProvenSession } from '../session/session-guard.ts'
import type { ActiveSession } from '../session/session.ts'
import { isUniqueViolation } from '../unique-violation.ts'
import { findUserById, isOwnershipProved, lockUserById } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { authenticatorName } from './authenticator-name.ts'
import type {
  AuthenticationOptions,
  authenticationResponse,
  Passkey,
  RegistrationOptions,
  registrationResponse,
} from './passkey.ts'
import { deletePasskey, findPasskey, findPasskeysOfUser, insertPasskey, notePasskeyUse } from './passkey.sql.ts'
import { relyingPartyOf, requireOwnOrigin } from './relying-party.ts'

/** Half a megabyte of code, which only passkeys need. */
const loadWebAuthn = () => import('@simplewebauthn/server')

const maxPasskeys = 20

/** ES256, EdDSA and RS256 (RFC 9053), which all authenticators have one of. */
const algorithms = [-7, -8, -257]

const described = (passkeys: readonly Passkey[]) =>
  passkeys.map(({ credentialID, transports }) => ({
    id: credentialID,
    ...(transports !== null && { transports: transports.split(',') }),
  }))

export const addingSchema = z.object({
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).exactOptional(),
  name: z.string().max(200).optional().describe('Shown by the authenticator, otherwise the email'),
})

export async function startAdding(
  ctx: Context,
  user: User,
  { name, ...selection }: z.infer<typeof addingSchema>,
): Promise<RegistrationOptions> {
  const { generateRegistrationOptions } = await loadWebAuthn()
  return generateRegistrationOptions({
    rpName: ctx.config.PRODUCT_NAME,
    rpID: relyingPartyOf(ctx),
    // The same for all of a user's passkeys: an authenticator replaces its own.
    userID: new TextEncoder().encode(user.id),
    userName: name || user.email,
    userDisplayName: user.name || user.email,
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: described(await findPasskeysOfUser(ctx, user.id)),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required', ...selection },
  })
}

/** Without a user, the authenticator offers all that it has for us. */
export async function startSigningIn(ctx: Context, user: User | undefined): Promise<AuthenticationOptions> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const own = user ? await findPasskeysOfUser(ctx, user.id) : []
  return generateAuthenticationOptions({
    rpID: relyingPartyOf(ctx),
    userVerification: 'required',
    ...(own.length > 0 && { allowCredentials: described(own) }),
  })
}

/** Our check of the origin comes before the library's, and needs this part of the answer. */
const clientData = z.object({ origin: z.string() })
const originOf = (text: string): string =>
  clientData.safeParse(parseJson(Buffer.from(text, 'base64url').toString())).data?.origin ?? ''

/** The library throws an Error for each check that fails. */
async function verified<T extends { verified: boolean }>(
  ctx: Context,
  key: 'FAILED_TO_VERIFY_REGISTRATION' | 'AUTHENTICATION_FAILED',
  verifying: Promise<T>,
): Promise<T> {
  const result = await verifying.catch((cause: unknown) => {
    ctx.log.info({ reason: cause instanceof Error ? cause.message : '' }, 'passkey refused')
    throw new ApiError(key)
  })
  if (!result.verified) throw new ApiError(key)
  return result
}

/** Emails its user. Needs a session that signed in recently. */
export async function addPasskey(
  ctx: Context,
  active: ActiveSession,
  challenge: string,
  given: { response: z.infer<typeof registrationResponse>; name?: string | undefined },
  client: Client,
): Promise<Passkey> {
  const { response } = given
  const { user } = active
  const expectedOrigin = requireOwnOrigin(ctx, originOf(response.response.clientDataJSON))
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { registrationInfo: info } = await verified(
    ctx,
    'FAILED_TO_VERIFY_REGISTRATION',
    verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: relyingPartyOf(ctx),
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!info) throw new ApiError('FAILED_TO_VERIFY_REGISTRATION')
  const passkey: Passkey = {
    id: randomId(),
    name: given.name ?? authenticatorName(info.aaguid),
    publicKey: encodeBase64(info.credential.publicKey),
    userId: user.id,
    credentialID: info.credential.id,
    counter: info.credential.counter,
    deviceType: info.credentialDeviceType,
    backedUp: info.credentialBackedUp,
    transports: response.response.transports?.join(',') ?? null,
    aaguid: info.aaguid,
    createdAt: ctx.now(),
    lastUsedAt: null,
  }
  const adding = transaction(ctx, async (tx) => {
    // A claim of the account deletes its passkeys under this lock, and then ends this session.
    const owner = await lockUserById(tx, user.id)
    if (!owner) throw new ApiError('UNAUTHORIZED')
    await lockProvenSession(tx, active)
    if ((await findPasskeysOfUser(tx, user.id)).length >= maxPasskeys) throw new ApiError('TOO_MANY_PASSKEYS')
    await insertPasskey(tx, passkey, relyingPartyOf(tx))
    record(tx, 'passkey.added', {})
    await emailUser(tx, owner, 'passkeyAdded', { passkey: passkey.name, ...describeCaller(client) })
    return passkey
  })
  return adding.catch((error: unknown) => {
    throw isUniqueViolation(error, 'passkey_credentialID_key') ? new ApiError('PREVIOUSLY_REGISTERED') : error
  })
}

export async function removePasskey(ctx: Context, user: User, id: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    if (!(await deletePasskey(tx, user.id, id))) throw new ApiError('OWN_PASSKEY_NOT_FOUND')
    record(tx, 'passkey.removed', {})
  })
}

/** The person has shown the device and unlocked it, so this counts as two factors. */
export async function signInByPasskey(
  ctx: Context,
  challenge: string,
  response: z.infer<typeof authenticationResponse>,
  client: Client,
): Promise<ActiveSession> {
  const expectedOrigin = requireOwnOrigin(ctx, originOf(response.response.clientDataJSON))
  const passkey = await findPasskey(ctx, response.id)
  const user = passkey && (await findUserById(ctx, passkey.userId))
  if (!passkey || !user) throw new ApiError('PASSKEY_NOT_FOUND')
  attemptSignIn(ctx, user.id, user.id)
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const { id, rawId, type, response: given } = response
  const { userHandle, ...answer } = given
  const { authenticationInfo } = await verified(
    ctx,
    'AUTHENTICATION_FAILED',
    verifyAuthenticationResponse({
      response: {
        id,
        rawId,
        type,
        response: { ...answer, ...(userHandle && { userHandle }) },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin,
      expectedRPID: relyingPartyOf(ctx),
      credential: {
        id: passkey.credentialID,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    }),
  )
  if (needsProof(ctx, user, await isOwnershipProved(ctx, user.id))) {
    await requestEmail(ctx, { kind: 'verification', email: user.email, client, callbackURL: undefined })
    throw new ApiError('EMAIL_NOT_VERIFIED')
  }
  return transaction(ctx, async (tx) => {
    // A copied passkey has the same counter, and a removed one no row.
    if (!(await notePasskeyUse(tx, passkey, authenticationInfo.newCounter))) throw new ApiError('AUTHENTICATION_FAILED')
    return createProvenSession(tx, user, client, 'passkey')
  })
}
