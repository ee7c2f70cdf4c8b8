import type { Context } from '../context.ts'
import { repeat, type Repetition } from '../repeat.ts'
import { openAsNewest, openIfPossible, seal } from './secret.ts'
import { findFactorsAfter, replaceSecret } from './two-factor.sql.ts'

const batch = 500
const day = 86_400_000

/** Otherwise nobody could sign in with an app once a former AUTH_SECRET is removed: these secrets never change. */
export function startResealing(ctx: Context): Repetition {
  let last = ''
  return repeat(ctx, 'resealing of second factors', day, async () => {
    if (ctx.config.secrets.length === 1) return false
    last = await resealAfter(ctx, last)
    return last !== ''
  })
}

/** Returns the last user of the batch, or '' after the end. */
export async function resealAfter(ctx: Context, last: string): Promise<string> {
  const factors = await findFactorsAfter(ctx, last, batch)
  for (const factor of factors.filter((one) => openAsNewest(ctx, one) === null)) {
    const secret = openIfPossible(ctx, factor)
    if (secret !== null) await replaceSecret(ctx, factor, seal(ctx, factor.userId, secret))
  }
  return factors.length === batch ? (factors.at(-1)?.userId ?? '') : ''
}
