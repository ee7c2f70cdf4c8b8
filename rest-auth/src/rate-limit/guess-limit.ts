import type { Context } from '../context.ts'
import { hashToken } from '../crypto/token.ts'
import { ApiError } from '../errors.ts'
import { takeFrom } from '../mail/budget.sql.ts'
import { requestEmail } from '../mail/mail-request.sql.ts'
import { emailUser } from '../mail/outbox.ts'
import { codeKey } from './code-limit.ts'
import { limitError, type SignInSlot } from './rate-limit.ts'
import { creditFirst, takeSlots } from './rate-limit.sql.ts'
import { findUserById } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import { forgetCounts, releaseSlots, waitAfter } from './guess-limit.sql.ts'
import type { KnownBrowser } from './known-browser.ts'
import { usersPerAddress } from 'service/client-ip.ts'

const day = 86_400 // seconds

const notifiedAfter = 10

/** Guesses are counted by input, so that unknown accounts behave like existing ones. */
export type Typed = `email:${string}` | `username:${string}` | `id:${string}`

interface Guess {
  readonly typed: Typed
  readonly user: User | null
  /** A browser where the user signed in before. */
  readonly browser?: KnownBrowser | undefined
  readonly slot?: SignInSlot | undefined
}

const keyOf = (typed: Typed): string => `guess|${hashToken(typed)}`
const accountKey = ({ user, typed }: Pick<Guess, 'user' | 'typed'>): string =>
  `${keyOf(user ? `id:${user.id}` : typed)}|all`

/** Runs `check` on the password, then `enter`. ApiErrors below 500 are wrong guesses. */
export async function withGuessLimit<P, T>(
  ctx: Context,
  guess: Guess,
  check: () => Promise<P>,
  enter: (proven: P) => Promise<T>,
): Promise<T> {
  if (!ctx.config.rateLimitEnabled) return enter(await check())
  const { keys, count } = await countGuess(ctx, guess)
  const proven = await check().catch(async (error: unknown) => {
    if (!(error instanceof ApiError) || error.status >= 500) await releaseSlots(ctx, [...keys, ...ofAddress(guess)])
    else if (count === notifiedAfter)
      await requestEmail(ctx, { kind: 'wrongPasswords', userId: guess.user?.id ?? null })
    throw error
  })
  // Each is a round trip to the database.
  const [entered] = await Promise.all([enter(proven), releaseSlots(ctx, keys), creditAddress(ctx, guess)])
  return entered
}

const ofAddress = ({ slot }: Guess): readonly string[] => (slot?.wait === 0 ? slot.keys : [])

/** `count` is the number of strangers' guesses. */
async function countGuess(ctx: Context, guess: Guess): Promise<{ keys: string[]; count: number }> {
  await takeAddressSlot(ctx, guess)
  const { browser, typed } = guess
  const limits = ctx.config.AUTH_RATE_LIMITS
  const ofStrangers = { key: keyOf(typed), ...limits.guesses, slides: true, pause: waitAfter(limits.guesses.max) }
  const ofBrowser = browser && { key: `guess|browser|${browser.id}`, ...limits['guesses/known-browser'], slides: true }
  // Fixed windows, so that strangers cannot keep it used up. An hour can overlap two of them.
  const ofAccount = { key: accountKey(guess), ...limits['guesses/account'], slides: false }
  let wait = 0
  for (const first of ofBrowser ? [ofBrowser, ofStrangers] : [ofStrangers]) {
    const [own, all] = await takeSlots(ctx, [first, ofAccount])
    const count = own && first === ofStrangers ? own.limit - own.remaining : 0
    if (all?.wait === 0) return { keys: [first.key, ofAccount.key], count }
    if (all) await releaseSlots(ctx, [first.key])
    wait = all?.wait ?? own?.wait ?? 0
    if (all) break
  }
  throw limitError('guesses', wait)
}

/** Known browsers are not limited by others behind the same IP address. */
async function takeAddressSlot(ctx: Context, { slot, browser }: Guess): Promise<void> {
  if (!slot?.wait) return
  if (!browser) throw limitError('sign-in', slot.wait)
  const own = { key: `user ${browser.user}|sign-in`, ...ctx.config.AUTH_RATE_LIMITS['sign-in'], slides: true }
  const [{ wait } = slot] = await takeSlots(ctx, [own])
  if (wait > 0) throw limitError('sign-in', wait)
}

/** Once an hour, a sign-in returns its slot and one for a typo: offices share an IP address. */
async function creditAddress(ctx: Context, guess: Guess): Promise<void> {
  const { user } = guess
  const keys = ofAddress(guess)
  if (keys.length === 0 || !user || ctx.now().getTime() - user.createdAt.getTime() < day * 1000) return
  await creditFirst(ctx, keys, user.id, ctx.config.AUTH_RATE_LIMITS['sign-in'].max * usersPerAddress)
}

export async function notifyOfGuesses(tx: Context, userId: string | null): Promise<void> {
  const user = userId === null ? null : await findUserById(tx, userId)
  if (!user) return
  const onceADay = await tx.db.write`${takeFrom(tx, { key: `guess notice: ${user.id}`, atOnce: 1, every: day })}`
  if (onceADay.length === 0) return
  await emailUser(tx, user, 'wrongPasswords', { url: `${tx.config.AUTH_URL}/forgot-password` })
}

export async function forgetGuesses(ctx: Context, user: User): Promise<void> {
  const typed: Typed[] = [`email:${user.email}`, `id:${user.id}`]
  if (user.username !== null) typed.push(`username:${user.username}`)
  await forgetCounts(ctx, [...typed.map(keyOf), accountKey({ user, typed: `id:${user.id}` }), codeKey(user.id)])
}
