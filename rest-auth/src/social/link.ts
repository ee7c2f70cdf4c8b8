import { findAccount, insertAccount, updateAccount } from '../account/account.sql.ts'
import type { NewAccount } from '../account/account.ts'
import { transaction, type Context } from '../context.ts'
import { needsVerification } from '../credential/credential.ts'
import { requestMail } from '../mail/mail-request.sql.ts'
import { randomId } from '../crypto/random.ts'
import { ApiError } from '../errors.ts'
import { mailUser } from '../mail/outbox.ts'
import { keepPicture } from '../picture/picture.ts'
import { claimAccount } from '../proof/claim-account.ts'
import { createSession, type Client } from '../session/create-session.ts'
import { findAttempt, rememberArrival } from '../sign-up-attempt/sign-up-attempt.ts'
import { holdSession } from '../session/session.sql.ts'
import type { ActiveSession } from '../session/session.ts'
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
import { noProfile, type User } from '../user/user.ts'
import { sendVerification } from '../verification/send-verification.ts'
import type { ConfiguredProvider } from './configured-providers.ts'
import { placeholderEmail } from './placeholder-email.ts'
import type { ProviderUser, Tokens } from './provider.ts'
import { SocialRefusal, type SocialRefusalCode } from './social-refusal.ts'
import type { Linker } from './state.ts'
import { encryptTokens } from './stored-tokens.ts'
import { securityEvent } from '../security-event.ts'

/** Somebody who comes back from a provider, with what the provider said and gave. */
export interface Arrival {
  readonly provider: ConfiguredProvider
  readonly person: ProviderUser
  readonly tokens: Partial<Tokens>
}

/**
 * Signs in the user who has this account at the provider; else links it to the user with its address, if both sides
 * confirmed that address or the provider vouches for it; else makes a new user. Throws a SocialRefusal, and then nothing has
 * changed, but for `email_not_verified`: then a mail is on its way.
 */
export async function signInArrival(
  ctx: Context,
  arrival: Arrival,
  client: Client,
  callbackURL?: string,
): Promise<{ active: ActiveSession; isNew: boolean }> {
  const arrived = await onceMoreIfTaken(ctx, async (tx) => {
    const known = await findArrived(tx, arrival)
    const found = known ? { user: known, isNew: false } : await findOrCreateUser(tx, arrival, client, callbackURL)
    if (!found) return { active: null, isNew: false }
    const { user, isNew } = found
    if (needsVerification(tx, user)) {
      await sendVerification(tx, user, client, callbackURL)
      return { active: null, isNew }
    }
    const session = await refuseOnFailure('unable_to_create_session', createSession(tx, user, client))
    return { active: session, isNew }
  })
  const { active } = arrived
  if (!active) throw new SocialRefusal('email_not_verified') // only here: what was found, made and mailed stays
  return { ...arrived, active }
}

/**
 * Links the account to the signed-in user who asked for it. Throws a SocialRefusal: another user has it already, its
 * address is another one, the provider neither verified the address nor is trusted, the user has not proved their own, or the
 * session in which they asked has ended.
 */
export function linkArrival(ctx: Context, arrival: Arrival, { userId, sessionId }: Linker): Promise<void> {
  return onceMoreIfTaken(ctx, async (tx) => {
    const owner = await findArrived(tx, arrival)
    if (owner?.id === userId) return
    if (owner) throw new SocialRefusal('account_already_linked_to_different_user')
    const user = await lockUserById(tx, userId)
    if (!user || !isProven(tx, arrival)) throw new SocialRefusal('unable_to_link_account')
    // A reset or a sign-out meanwhile: whoever asked need not be the user any more.
    if (!(await holdSession(tx, sessionId))) throw new SocialRefusal('state_mismatch')
    const email = addressOf(arrival)
    if (email !== null && email !== user.email) throw new SocialRefusal("email_doesn't_match")
    // Else an account made with a stranger's address could collect that stranger's sign-ins.
    if (!user.emailVerified) throw new SocialRefusal('account_not_linked')
    await linkTo(tx, arrival, user)
  })
}

/** The user who has the provider's account already; their tokens are replaced. */
async function findArrived(tx: Context, { provider, person, tokens }: Arrival): Promise<User | null> {
  const account = await findAccount(tx, provider.id, person.id)
  if (!account || !(await updateAccount(tx, account.id, encryptTokens(tx, account, tokens)))) return null
  return findUserById(tx, account.userId)
}

/** Null where the owner of the address was told instead, because nothing may tell that there is one. */
async function findOrCreateUser(
  tx: Context,
  arrival: Arrival,
  client: Client,
  callbackURL: string | undefined,
): Promise<{ user: User; isNew: boolean } | null> {
  const email = addressOf(arrival)
  const owner = email === null ? null : await lockUserByEmail(tx, email)
  const attempted = await findAttempt(tx, `provider:${arrival.provider.id}`, arrival.person.id)
  if (attempted && !(owner?.id === attempted.id && mayLink(tx, arrival, owner))) {
    await requestMail(tx, { kind: 'signUpAttempt', userId: attempted.id })
    return null
  }
  if (!owner) return { user: await createUser(tx, arrival, email, client, callbackURL), isNew: true }
  if (!mayLink(tx, arrival, owner)) {
    if (!tx.config.EMAIL_VERIFICATION_REQUIRED || arrival.person.emailVerified)
      throw new SocialRefusal('account_not_linked')
    if (!tx.config.SIGN_UP_ENABLED) throw new SocialRefusal('signup_disabled')
    await rememberArrival(tx, owner, arrival.provider.id, arrival.person.id)
    await requestMail(tx, { kind: 'signUpAttempt', userId: owner.id })
    return null
  }
  // Whoever signed up with an address without proving it must not share the account with its owner.
  if (!(await isOwnershipProved(tx, owner.id))) await claimAccount(tx, owner)
  const user = (!owner.emailVerified && (await markEmailVerified(tx, owner))) || owner
  await linkTo(tx, arrival, user)
  return { user, isNew: false }
}

async function createUser(
  tx: Context,
  arrival: Arrival,
  email: string | null,
  client: Client,
  callbackURL: string | undefined,
): Promise<User> {
  if (!tx.config.SIGN_UP_ENABLED) throw new SocialRefusal('signup_disabled')
  const { provider, person } = arrival
  const now = tx.now()
  const user: User = {
    ...noProfile,
    id: randomId(),
    name: person.name || (email ?? person.id),
    email: email ?? placeholderEmail(provider.id, person.id),
    emailVerified: email !== null && person.emailVerified,
    // A bad picture is no reason to refuse a person.
    image: await keepPicture(tx, person.image).catch(noneIfRefused),
    createdAt: now,
    updatedAt: now,
  }
  await refuseOnFailure('unable_to_create_user', insertUser(tx, user))
  await refuseOnFailure('unable_to_create_user', insertAccount(tx, newAccount(tx, arrival, user.id)))
  securityEvent(tx, 'account.created', { userId: user.id, provider: provider.id })
  const { EMAIL_VERIFICATION_REQUIRED, EMAIL_VERIFICATION_SEND_ON_SIGN_UP } = tx.config
  if (email !== null && !user.emailVerified && EMAIL_VERIFICATION_SEND_ON_SIGN_UP && !EMAIL_VERIFICATION_REQUIRED) {
    await sendVerification(tx, user, client, callbackURL)
  }
  return user
}

function noneIfRefused(error: unknown): null {
  if (error instanceof ApiError) return null
  throw error
}

async function linkTo(tx: Context, arrival: Arrival, user: User): Promise<void> {
  await refuseOnFailure('unable_to_link_account', insertAccount(tx, newAccount(tx, arrival, user.id)))
  securityEvent(tx, 'provider.linked', { userId: user.id, provider: arrival.provider.id })
  await mailUser(tx, user, 'providerLinked', { provider: arrival.provider.name })
}

function newAccount(ctx: Context, { provider, person, tokens }: Arrival, userId: string): NewAccount {
  const owner = { providerId: provider.id, accountId: person.id }
  const now = ctx.now()
  return { id: randomId(), ...owner, userId, ...encryptTokens(ctx, owner, tokens), createdAt: now, updatedAt: now }
}

/** The address to find or make a user by; null for providers that need not tell one. Throws email_not_found for the others. */
function addressOf({ provider, person }: Arrival): string | null {
  // A placeholder is never used to find anyone, whoever claims it.
  const email = parseEmail(person.email ?? '')
  if (email === null && !provider.placeholderEmail) throw new SocialRefusal('email_not_found')
  return email
}

/** Whether the provider vouches for the address, and linking is on at all. */
function isProven(ctx: Context, { provider, person }: Arrival): boolean {
  const { ACCOUNT_LINKING_ENABLED, ACCOUNT_LINKING_TRUSTED_PROVIDERS } = ctx.config
  return ACCOUNT_LINKING_ENABLED && (person.emailVerified || ACCOUNT_LINKING_TRUSTED_PROVIDERS.includes(provider.id))
}

const mayLink = (ctx: Context, arrival: Arrival, owner: User): boolean =>
  (owner.emailVerified || arrival.person.emailVerified) && isProven(ctx, arrival)

const isTaken = (error: unknown): boolean =>
  isUniqueViolation(error, 'account_providerId_accountId_key') || isUniqueViolation(error, 'user_email_key')

/** Of two arrivals at once the second finds the first one's rows when it looks again. */
async function onceMoreIfTaken<T>(ctx: Context, run: (tx: Context) => Promise<T>): Promise<T> {
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
    throw new SocialRefusal(code, error)
  }
}
