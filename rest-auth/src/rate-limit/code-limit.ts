import type { FastifyRequest } from 'fastify'
import { networkOf } from 'service/client-ip.ts'
import { transaction, type Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { takeFrom } from '../mail/budget.sql.ts'
import { emailUser } from '../mail/outbox.ts'
import { findUserById } from '../user/user.sql.ts'
import { releaseSlots, waitAfter } from './guess-limit.sql.ts'
import { knownBrowsers } from './known-browser.ts'
import { limitError } from './rate-limit.ts'
import { takeSlots } from './rate-limit.sql.ts'

const notifiedAfter = 10
const day = 86_400 // seconds

/** A new password forgets it: then those who guessed no longer get as far as the code. */
export const codeKey = (userId: string): string => `code|${userId}`

/**
 * Runs `check` on a code. All who guess know the password, and so does the owner: a browser that
 * signed in before, and a network where nobody guesses, are counted apart. ApiErrors below 500 are
 * wrong codes.
 */
export async function withCodeLimit<T>(
  ctx: Context,
  request: FastifyRequest,
  userId: string,
  check: () => Promise<T>,
): Promise<T> {
  if (!ctx.config.rateLimitEnabled) return check()
  const limits = ctx.config.AUTH_RATE_LIMITS
  const browser = knownBrowsers(ctx, request).find(({ user }) => user === userId)
  const bounds = browser
    ? [{ key: `code|browser|${browser.id}`, ...limits['codes/known-browser'], slides: true }]
    : [
        {
          key: `${codeKey(userId)}|${networkOf(request.ip)}`,
          ...limits.codes,
          slides: true,
          pause: waitAfter(limits.codes.max),
        },
        { key: codeKey(userId), ...limits['codes/account'], slides: false },
      ]
  const keys = bounds.map(({ key }) => key)
  const slots = await takeSlots(ctx, bounds)
  const last = slots.at(-1)
  if (last && last.wait > 0) {
    if (slots.length > 1) await releaseSlots(ctx, keys.slice(0, 1))
    throw limitError('guesses', last.wait)
  }
  try {
    const result = await check()
    await releaseSlots(ctx, keys)
    return result
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) await releaseSlots(ctx, keys)
    else if (!browser && last && last.limit - last.remaining === notifiedAfter) await notifyOfCodes(ctx, userId)
    throw error
  }
}

async function notifyOfCodes(ctx: Context, userId: string): Promise<void> {
  await transaction(ctx, async (tx) => {
    const user = await findUserById(tx, userId)
    const onceADay = await tx.db.write`${takeFrom(tx, { key: `code notice: ${userId}`, atOnce: 1, every: day })}`
    if (user && onceADay.length > 0)
      await emailUser(tx, user, 'wrongCodes', { url: `${tx.config.AUTH_URL}/forgot-password` })
  })
}
