import { findAccount, insertAccount, updateAccount } from '../account/account.sql.ts'
import type { NewAccount } from '../account/account.ts'
import { transaction, type Context } from '../context.ts'
import { needsVerification } from '../user/needs-verification.ts'
import { requestEmail, type LinkRequest } from '../mail/mail-request.sql.ts'
import { randomId } from '../crypto/random.ts'
import { ApiError } from '../errors.ts'
import { emailUser } from '../mail/outbox.ts'
import { keepPicture } from '../picture/picture.ts'
import { claimAccount } from '../proof/claim-account.ts'
import { createSession, isBan, type Client, type Entered } from '../session/create-session.ts'
import { findAttempt, rememberArrival } from '../sign-up-attempt/sign-up-attempt.ts'
import { lockSession } from '../session/session.sql.ts'
import { isUniqueViolation } from '../unique-violation.ts'
import { parseEmail } from '../user/email.ts'
import {
  findUserById,
  insertUser,
  isOwnershipProved,
  lockUserByEmail,
  lockUserById,
  markEmailVerified,
} from '../user/user.sql.ts'
import { newUser, type User } from '../user/user.ts'
import { sendVerification } from '../verification/send-verification.ts'
import type { ConfiguredProvider } from './configured-providers.ts'
import { placeholderEmail } from './placeholder-email.ts'
import type { ProviderUser, Tokens } from './provider.ts'
import { SocialRefusal, type SocialRefusalCode } from './social-refusal.ts'
import type { Linker } from './state.ts'
import { encryptTokens } from './stored-tokens.ts'
import { record, setActor } from '../journal/journal.ts'
import { attemptSignIn } from '../refused-sign-in/refused-sign-in.ts'

/** Written by all ways to arrive. */
export const arrivalEvents = ['account.created', 'account.claimed', 'session.ended', 'provider.linked'] as const

export interface Arrival {
  readonly provider: ConfiguredProvider
  readonly person: ProviderUser
  readonly tokens: Tokens
  /** The client asks its users for the email that the provider does not give. */
  readonly allowMissingEmail?: boolean | undefined
}

/** Finds the user by account, or links the one with the same email, or creates a user. */
export async function signInArrival(
  ctx: Context,
  arrival: Arrival,
  link: LinkRequest<Client>,
): Promise<{ active: Entered; isNew: boolean }> {
  const arrived = await retryIfTaken(ctx, async (tx) => {
    const known = await findArrived(tx, arrival)
    if (known) attemptSignIn(tx, known.id, known.id)
    const found = known ? { user: known, isNew: false } : await findOrCreateUser(tx, arrival, link)
    if (!found) return { active: null, isNew: false }
    const { user, isNew } = found
    if (needsVerification(tx, user)) {
      await sendVerification(tx, user, link)
      return { active: null, isNew }
    }
    const session = await refuseOnFailure('unable_to_create_session', createSession(tx, user, link.client))
    return { active: session, isNew }
  })
  const { active } = arrived
  if (!active) throw new SocialRefusal('email_not_verified') // thrown outside of the transaction, which must commit
  return { ...arrived, active }
}

export function linkArrival(ctx: Context, arrival: Arrival, { userId, sessionId }: Linker): Promise<void> {
  return retryIfTaken(ctx, async (tx) => {
    const owner = await findArrived(tx, arrival)
    if (owner?.id === userId) return
    if (owner) throw new SocialRefusal('account_already_linked_to_different_user')
    const user = await lockUserById(tx, userId)
    const email = emailOf({ ...arrival, allowMissingEmail: isTrusted(tx, arrival) })
    const proves = isProven(tx, arrival) && (email !== null || isTrusted(tx, arrival))
    if (!user || !proves) throw new SocialRefusal('unable_to_link_account')
    // An attacker may have started it, in a session that the user has since ended.
    if (!(await lockSession(tx, sessionId))) throw new SocialRefusal('state_mismatch')
    if (email !== null && email !== user.email) throw new SocialRefusal("email_doesn't_match")
    // Otherwise an account with someone else's email would collect that person's sign-ins.
    if (!user.emailVerified) throw new SocialRefusal('account_not_linked')
    await linkTo(tx, arrival, user)
  })
}

/** Also stores the new tokens. */
async function findArrived(tx: Context, { provider, person, tokens }: Arrival): Promise<User | null> {
  const account = await findAccount(tx, provider.id, person.id)
  if (!account || !(await updateAccount(tx, account.id, encryptTokens(tx, account, tokens)))) return null
  return findUserById(tx, account.userId)
}

/** Null if the owner is emailed instead, to prevent account enumeration. */
async function findOrCreateUser(
  tx: Context,
  arrival: Arrival,
  link: LinkRequest<Client>,
): Promise<{ user: User; isNew: boolean } | null> {
  const email = emailOf(arrival)
  const owner = email === null ? null : await lockUserByEmail(tx, email)
  if (owner) attemptSignIn(tx, owner.id, owner.id)
  const attempted = await findAttempt(tx, `provider:${arrival.provider.id}`, arrival.person.id)
  if (attempted && !(owner?.id === attempted.id && canLink(tx, arrival, owner))) {
    await requestEmail(tx, { kind: 'signUpAttempt', userId: attempted.id })
    return null
  }
  if (!owner) return { user: await createUser(tx, arrival, email, link), isNew: true }
  if (!canLink(tx, arrival, owner)) {
    if (!tx.config.EMAIL_VERIFICATION_REQUIRED || arrival.person.emailVerified)
      throw new SocialRefusal('account_not_linked')
    if (!tx.config.SIGN_UP_ENABLED) throw new SocialRefusal('signup_disabled')
    await rememberArrival(tx, owner, arrival.provider.id, arrival.person.id)
    await requestEmail(tx, { kind: 'signUpAttempt', userId: owner.id })
    return null
  }
  // Someone who never proved the email must not share the account with its owner.
  if (!(await isOwnershipProved(tx, owner.id))) await claimAccount(tx, owner)
  const user = (!owner.emailVerified && (await markEmailVerified(tx, owner))) || owner
  await linkTo(tx, arrival, user)
  return { user, isNew: false }
}

async function createUser(
  tx: Context,
  arrival: Arrival,
  email: string | null,
  link: LinkRequest<Client>,
): Promise<User> {
  if (!tx.config.SIGN_UP_ENABLED) throw new SocialRefusal('signup_disabled')
  const { provider, person } = arrival
  const now = tx.now()
  const user: User = {
    ...newUser,
    language: link.client.language,
    id: randomId(),
    name: person.name || (email ?? provider.name), // an id says nothing to people
    email: email ?? placeholderEmail(provider.id, person.id),
    emailVerified: email !== null && person.emailVerified,
    // A bad picture must not prevent a sign-up.
    image: await keepPicture(tx, person.image).catch(nullIfRefused),
    createdAt: now,
    updatedAt: now,
  }
  await refuseOnFailure('unable_to_create_user', insertUser(tx, user))
  await refuseOnFailure('unable_to_create_user', insertAccount(tx, newAccount(tx, arrival, user.id)))
  setActor(user.id)
  record(tx, 'account.created', { provider: provider.id })
  const { EMAIL_VERIFICATION_REQUIRED, EMAIL_VERIFICATION_SEND_ON_SIGN_UP } = tx.config
  if (email !== null && !user.emailVerified && EMAIL_VERIFICATION_SEND_ON_SIGN_UP && !EMAIL_VERIFICATION_REQUIRED) {
    await sendVerification(tx, user, link)
  }
  return user
}

function nullIfRefused(error: unknown): null {
  if (error instanceof ApiError) return null
  throw error
}

async function linkTo(tx: Context, arrival: Arrival, user: User): Promise<void> {
  await refuseOnFailure('unable_to_link_account', insertAccount(tx, newAccount(tx, arrival, user.id)))
  setActor(user.id)
  record(tx, 'provider.linked', { provider: arrival.provider.id })
  await emailUser(tx, user, 'providerLinked', { provider: arrival.provider.name })
}

function newAccount(ctx: Context, { provider, person, tokens }: Arrival, userId: string): NewAccount {
  const owner = { providerId: provider.id, accountId: person.id }
  const now = ctx.now()
  return { id: randomId(), ...owner, userId, ...encryptTokens(ctx, owner, tokens), createdAt: now, updatedAt: now }
}

/** Null if there is no valid one, and none is needed. */
function emailOf({ provider, person, allowMissingEmail }: Arrival): string | null {
  // Placeholders are invalid here, so they match nobody.
  const email = parseEmail(person.email ?? '')
  if (email === null && !provider.placeholderEmail && !allowMissingEmail)
    throw new SocialRefusal(person.email === null ? 'email_not_found' : 'email_invalid')
  return email
}

const isTrusted = ({ config }: Context, { provider }: Arrival): boolean =>
  config.ACCOUNT_LINKING_TRUSTED_PROVIDERS.includes(provider.id)

const isProven = (ctx: Context, arrival: Arrival): boolean =>
  ctx.config.ACCOUNT_LINKING_ENABLED && (arrival.person.emailVerified || isTrusted(ctx, arrival))

const canLink = (ctx: Context, arrival: Arrival, owner: User): boolean =>
  (owner.emailVerified || arrival.person.emailVerified) && isProven(ctx, arrival)

const isTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'account_providerId_accountId_key') || isUniqueViolation(error, 'user_email_key')

/** A concurrent sign-up may have inserted the same rows. The second run finds them. */
async function retryIfTaken<T>(ctx: Context, run: (tx: Context) => Promise<T>): Promise<T> {
  try {
    return await transaction(ctx, run)
  } catch (error) {
    if (error instanceof SocialRefusal && isTaken(error.cause)) return transaction(ctx, run)
    throw error
  }
}

async function refuseOnFailure<T>(code: SocialRefusalCode, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw isBan(error) ? new SocialRefusal('banned') : new SocialRefusal(code, error)
  }
}
