import { z } from 'zod'
import {
  findCredentialByEmail,
  findCredentialByUsername,
  findPasswordHash,
  replacePasswordHash,
  setPasswordHash,
  type Credential,
} from '../account/account.sql.ts'
import { credentialProvider } from '../account/account.ts'
import { transaction, type Context } from '../context.ts'
import { requireRoomForHash } from '../crypto/hash-queue.ts'
import { hashPassword, isOutdated, verifyPassword, type BothKinds } from '../crypto/password.ts'
import { randomId } from '../crypto/random.ts'
import { ApiError, type ErrorKey } from '../errors.ts'
import { requestEmail, type LinkRequest } from '../mail/mail-request.sql.ts'
import { emailUser } from '../mail/outbox.ts'
import { requireName } from '../naming.ts'
import { keepPicture } from '../picture/picture.ts'
import { createSession, type Client, type Entered } from '../session/create-session.ts'
import { withGuessLimit, type Typed } from '../rate-limit/guess-limit.ts'
import type { KnownBrowser } from '../rate-limit/known-browser.ts'
import type { SignInSlot } from '../rate-limit/rate-limit.ts'
import { isUniqueViolation } from '../unique-violation.ts'
import { newEmailSchema, parseEmail } from '../user/email.ts'
import { needsProof } from '../user/needs-verification.ts'
import { newUser, profileSchema, type Profile, type User } from '../user/user.ts'
import { findUserByEmail, findUserById, insertUser, lockUsername, markOwnershipProved } from '../user/user.sql.ts'
import { checkUsername, requireFreeUsername } from '../username/username.ts'
import { isProof, type ProofOffer } from '../verification/proof-cookie.ts'
import { findAttempt, rememberAttempt } from '../sign-up-attempt/sign-up-attempt.ts'
import { requireUncommon } from './common-password.ts'
import { record, setActor } from '../journal/journal.ts'
import { attemptSignIn } from '../refused-sign-in/refused-sign-in.ts'

export const signUpBody = z.object({
  email: z.string(),
  password: z.string(),
  ...profileSchema.shape,
  callbackURL: z.string().optional(),
})
type SignUp = z.infer<typeof signUpBody>

/** With EMAIL_VERIFICATION_REQUIRED, a registered email gets the same response as a new one. */
export async function signUp(
  ctx: Context,
  input: SignUp,
  client: Client,
): Promise<{ user: User; active: Entered | null }> {
  if (input.username !== undefined) checkUsername(ctx, input.username)
  requireRoomForHash()
  const email = newEmailSchema.safeParse(input.email).data
  const [taken] = await Promise.all([
    email === undefined ? null : findUserByEmail(ctx, email),
    input.username === undefined ? null : requireFreeUsername(ctx, input.username),
  ])
  if (!ctx.config.EMAIL_PASSWORD_ENABLED || !ctx.config.SIGN_UP_ENABLED) {
    throw new ApiError('EMAIL_AND_PASSWORD_SIGN_UP_IS_NOT_ENABLED')
  }
  if (email === undefined) throw new ApiError('INVALID_EMAIL')
  checkPasswordLength(ctx, input.password)
  await requireUncommon(ctx, input.password, { ...input, email })
  const user = await buildUser(ctx, email, input, client.language)
  if (taken && !ctx.config.EMAIL_VERIFICATION_REQUIRED) throw new ApiError('USER_ALREADY_EXISTS')
  const passwordHash = await hashPassword(input.password)
  try {
    const link = { client, callbackURL: input.callbackURL }
    if (!taken) return await transaction(ctx, (tx) => insertSignUp(tx, user, passwordHash, link))
  } catch (error) {
    if (isUniqueViolation(error, 'user_username_key'))
      throw new ApiError('USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER')
    if (!isUniqueViolation(error, 'user_email_key')) throw error
    if (!ctx.config.EMAIL_VERIFICATION_REQUIRED) throw new ApiError('USER_ALREADY_EXISTS')
  }
  const owner = taken ?? (await findUserByEmail(ctx, email))
  if (owner) {
    await transaction(ctx, (tx) =>
      Promise.all([
        reserveUsername(tx, user),
        rememberAttempt(tx, owner, user.username, input.password),
        requestEmail(tx, { kind: 'signUpAttempt', userId: owner.id }),
      ]),
    )
  }
  return { user, active: null }
}

export async function buildUser(
  ctx: Context,
  email: string,
  input: Profile,
  language: Client['language'] = null,
): Promise<User> {
  const profile = profileSchema.parse(input)
  if (profile.name === undefined) throw new ApiError('FAILED_TO_CREATE_USER')
  if (profile.name) requireName(profile.name) // clients send '' for an unknown name
  if (profile.displayUsername) requireName(profile.displayUsername)
  const now = ctx.now()
  return {
    ...newUser,
    language,
    ...profile,
    id: randomId(),
    name: profile.name,
    image: await keepPicture(ctx, profile.image ?? null),
    email,
    emailVerified: false,
    username: profile.username?.toLowerCase() ?? null,
    displayUsername: profile.displayUsername || (profile.username ?? null),
    createdAt: now,
    updatedAt: now,
  }
}

/** Takes as many round trips as a sign-up with a registered email, so that timing is equal. */
async function insertSignUp(tx: Context, user: User, passwordHash: string, link: LinkRequest<Client>) {
  const { EMAIL_VERIFICATION_REQUIRED, EMAIL_VERIFICATION_SEND_ON_SIGN_UP } = tx.config
  setActor(user.id)
  record(tx, 'account.created', { provider: credentialProvider })
  // The statements run in this order, without waiting for each result.
  const [, , , , active] = await Promise.all([
    reserveUsername(tx, user),
    insertUser(tx, user),
    setPasswordHash(tx, user.id, passwordHash),
    (EMAIL_VERIFICATION_REQUIRED || EMAIL_VERIFICATION_SEND_ON_SIGN_UP) &&
      requestEmail(tx, { kind: 'verification', email: user.email, ...link }),
    EMAIL_VERIFICATION_REQUIRED ? null : createSession(tx, user, link.client),
  ])
  return { user, active }
}

/** Locks the username until the transaction ends. Sign-ups with a taken email lock it as well. */
export async function reserveUsername(tx: Context, { username }: User): Promise<void> {
  if (username === null) return
  await Promise.all([lockUsername(tx, username), requireFreeUsername(tx, username)])
}

export async function notifyOwner(tx: Context, userId: string): Promise<void> {
  const owner = await findUserById(tx, userId)
  if (owner) await emailUser(tx, owner, 'signUpAttempt', { url: `${tx.config.AUTH_URL}/sign-in` })
}

export interface SignIn extends LinkRequest<Client> {
  password: string
  remember: boolean
  browsers: KnownBrowser[]
  slot: SignInSlot | undefined
  offer: ProofOffer | null
}

export async function signInByEmail(ctx: Context, email: string, input: SignIn): Promise<Entered> {
  if (!ctx.config.EMAIL_PASSWORD_ENABLED) throw new ApiError('EMAIL_AND_PASSWORD_IS_NOT_ENABLED')
  const address = parseEmail(email)
  if (address === null) throw new ApiError('INVALID_EMAIL')
  requireRoomForHash()
  return signIn(ctx, findCredentialByEmail(ctx, address), `email:${address}`, input, {
    wrong: 'INVALID_EMAIL_OR_PASSWORD',
    unverified: 'EMAIL_NOT_VERIFIED',
  })
}

export async function signInByUsername(ctx: Context, username: string, input: SignIn): Promise<Entered> {
  if (!ctx.config.EMAIL_PASSWORD_ENABLED) throw new ApiError('EMAIL_AND_PASSWORD_IS_NOT_ENABLED')
  if (username === '' || input.password === '') throw new ApiError('INVALID_USERNAME_OR_PASSWORD')
  checkUsername(ctx, username)
  const name = username.toLowerCase()
  requireRoomForHash()
  return signIn(ctx, findCredentialByUsername(ctx, name), `username:${name}`, input, {
    wrong: 'INVALID_USERNAME_OR_PASSWORD',
    unverified: 'USERNAME_EMAIL_NOT_VERIFIED',
  })
}

/** An unknown user and a wrong password get the same error after the same amount of work. */
async function signIn(
  ctx: Context,
  finding: Promise<Credential>,
  typed: Typed,
  { password, remember, client, callbackURL, browsers, slot, offer }: SignIn,
  refusals: { wrong: ErrorKey; unverified: ErrorKey },
): Promise<Entered> {
  const [found, attempt] = await Promise.all([finding, findAttempt(ctx, typed, password)])
  const { user, passwordSince, proved, adopting } = found
  const browser = browsers.find(
    (known) => known.user === user?.id && passwordSince !== null && known.since >= passwordSince.getTime(),
  )
  attemptSignIn(ctx, user?.id ?? typed, user?.id ?? null)
  const isRefused = user !== null && needsProof(ctx, user, proved || isProof(offer, user))
  // A refused sign-in with the right password must take as long as a wrong one (decision 018).
  const bothKinds = !adopting ? 'never' : isRefused ? 'always' : 'unless right'
  return withGuessLimit(
    ctx,
    { typed, user, browser, slot },
    async () => {
      const proven = await checkCredential(ctx, found, password, bothKinds)
      if (proven && !isRefused) return proven
      // Both cases run one statement, also for equal timing.
      if (proven) await requestEmail(ctx, { kind: 'verification', email: proven.user.email, client, callbackURL })
      else if (attempt) await requestEmail(ctx, { kind: 'signUpAttempt', userId: attempt.id })
      throw new ApiError(proven || attempt ? refusals.unverified : refusals.wrong)
    },
    async (proven) => {
      if (isProof(offer, proven.user)) await markOwnershipProved(ctx, proven.user)
      return createSession(ctx, proven.user, client, { remember, passwordHash: proven.passwordHash })
    },
  )
}

/** Returns null after the same amount of work if the password is wrong. Upgrades the hash. */
async function checkCredential(
  ctx: Context,
  found: Credential,
  password: string,
  bothKinds: BothKinds,
): Promise<{ user: User; passwordHash: string } | null> {
  const { user, passwordHash: old } = found
  // No stored password is longer, and hashing megabytes would block the queue.
  if (password.length > ctx.config.PASSWORD_MAX_LENGTH) return null
  if (!(await verifyPassword(old, password, bothKinds)) || !user || old === null) return null
  if (!isOutdated(old)) return { user, passwordHash: old }
  const next = await hashPassword(password)
  if (await replacePasswordHash(ctx, user.id, old, next)) return { user, passwordHash: next }
  // The hash changed meanwhile: another sign-in upgraded it, or the password was changed.
  return checkCredential(ctx, { ...found, passwordHash: await findPasswordHash(ctx, user.id) }, password, bothKinds)
}

/** Those of `checkPasswordLength` and `requireUncommon`. */
export const errorsOfNewPasswords = ['PASSWORD_TOO_COMMON', 'PASSWORD_TOO_LONG', 'PASSWORD_TOO_SHORT'] as const

/** Counts UTF-16 code units, as clients do. */
export function checkPasswordLength(ctx: Context, password: string): void {
  if (password.length < ctx.config.PASSWORD_MIN_LENGTH) throw new ApiError('PASSWORD_TOO_SHORT')
  if (password.length > ctx.config.PASSWORD_MAX_LENGTH) throw new ApiError('PASSWORD_TOO_LONG')
}
