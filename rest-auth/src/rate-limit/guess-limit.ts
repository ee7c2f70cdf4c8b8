import type { Context } from '../context.ts'
import { hashToken } from '../crypto/token.ts'
import { ApiError } from '../errors.ts'
import { takeFrom } from '../mail/budget.sql.ts'
import { requestMail } from '../mail/mail-request.sql.ts'
import { mailUser } from '../mail/outbox.ts'
import { limited } from './limited.ts'
import type { SignInTurn } from './rate-limit.ts'
import { creditFirst, takeTurns } from './rate-limit.sql.ts'
import { findUserById } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { forgetCounts, giveBack, waitOf } from './guess-limit.sql.ts'
import type { KnownBrowser } from './known-browser.ts'
import { usersPerAddress } from 'service/client-address.ts'

const day = 86_400 // seconds

/** The owner is told once so many were wrong. */
const toldAfter = 10

/** What strangers' guesses are counted by: what they typed, so that an account and none are alike; a session's user by the id. */
export type Typed = `email:${string}` | `username:${string}` | `id:${string}`

interface Guess {
  readonly typed: Typed
  readonly user: User | null
  /** The browser that gives it, if that user signed in to it before. */
  readonly browser?: KnownBrowser | undefined
  /** What a sign-in was counted by at its address, if it was. */
  readonly turn?: SignInTurn | undefined
}

const keyOf = (typed: Typed): string => `guess|${hashToken(typed)}`
const accountKey = ({ user, typed }: Pick<Guess, 'user' | 'typed'>): string =>
  `${keyOf(user ? `id:${user.id}` : typed)}|all`

/**
 * Runs `check`, which verifies a password, unless too many were wrong: then throws TOO_MANY_REQUESTS without a check. After it
 * runs `enter`. An ApiError (4xx) of `check` counts as a wrong guess; everything else is not counted.
 */
export async function asGuess<P, T>(
  ctx: Context,
  guess: Guess,
  check: () => Promise<P>,
  enter: (proven: P) => Promise<T>,
): Promise<T> {
  if (!ctx.config.rateLimitEnabled) return enter(await check())
  const { keys, count } = await countGuess(ctx, guess)
  const proven = await check().catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.status >= 500) await giveBack(ctx, [...keys, ...ofAddress(guess)])
    else if (count === toldAfter) await requestMail(ctx, { kind: 'wrongPasswords', userId: guess.user?.id ?? null })
    throw error
  })
  // At once: each is a round trip to the database.
  const [entered] = await Promise.all([enter(proven), giveBack(ctx, keys), thankAddress(ctx, guess)])
  return entered
}

/** The counters of the address that it took a turn of. */
const ofAddress = ({ turn }: Guess): readonly string[] => (turn?.wait === 0 ? turn.keys : [])

/** Counts before anything is checked. Returns what was counted, and the strangers' count. */
async function countGuess(ctx: Context, guess: Guess): Promise<{ keys: string[]; count: number }> {
  await comeFromAddress(ctx, guess)
  const { browser, typed } = guess
  const limits = ctx.config.AUTH_RATE_LIMITS
  const ofStrangers = { key: keyOf(typed), ...limits.guesses, slides: true, pause: waitOf(ctx) }
  const ofBrowser = browser && { key: `guess|browser|${browser.id}`, ...limits['guesses/known-browser'], slides: true }
  // In windows that do not slide, so that strangers cannot keep it used up; two windows may touch one hour.
  const ofAccount = { key: accountKey(guess), ...limits['guesses/account'], slides: false }
  let wait = 0
  for (const first of ofBrowser ? [ofBrowser, ofStrangers] : [ofStrangers]) {
    const [own, all] = await takeTurns(ctx, [first, ofAccount])
    const count = own && first === ofStrangers ? own.limit - own.remaining : 0
    if (all?.wait === 0) return { keys: [first.key, ofAccount.key], count }
    if (all) await giveBack(ctx, [first.key])
    wait = all?.wait ?? own?.wait ?? 0
    if (all) break
  }
  throw limited('guesses', wait)
}

/** Whoever has signed in to this browser before does not wait for what others do at the address, but has as many turns as it. */
async function comeFromAddress(ctx: Context, { turn, browser }: Guess): Promise<void> {
  if (!turn?.wait) return
  if (!browser) throw limited('sign-in', turn.wait)
  const own = { key: `user ${browser.user}|sign-in`, ...ctx.config.AUTH_RATE_LIMITS['sign-in'], slides: true }
  const [{ wait } = turn] = await takeTurns(ctx, [own])
  if (wait > 0) throw limited('sign-in', wait)
}

/** Users who get in give an address back their slot and one for a typo, once an hour: an office is no attacker. */
async function thankAddress(ctx: Context, guess: Guess): Promise<void> {
  const { user } = guess
  const keys = ofAddress(guess)
  if (keys.length === 0 || !user || ctx.now().getTime() - user.createdAt.getTime() < day * 1000) return
  await creditFirst(ctx, keys, user.id, ctx.config.AUTH_RATE_LIMITS['sign-in'].max * usersPerAddress)
}

/** Mails the owner that somebody guesses, if there is one: once a day. */
export async function tellOfGuesses(tx: Context, userId: string | null): Promise<void> {
  const user = userId === null ? null : await findUserById(tx, userId)
  if (!user) return
  const onceADay = await tx.db.write`${takeFrom(tx, { key: `told of guesses: ${user.id}`, atOnce: 1, every: day })}`
  if (onceADay.length === 0) return
  await mailUser(tx, user, 'wrongPasswords', { url: `${tx.config.AUTH_URL}/forgot-password` })
}

/** Whoever reset the password need not wait for what others did. */
export async function forgetGuesses(ctx: Context, user: User): Promise<void> {
  const typed: Typed[] = [`email:${user.email}`, `id:${user.id}`]
  if (user.username !== null) typed.push(`username:${user.username}`)
  await forgetCounts(ctx, [...typed.map(keyOf), accountKey({ user, typed: `id:${user.id}` })])
}
