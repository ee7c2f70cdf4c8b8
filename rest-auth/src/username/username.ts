import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { isUsernameTaken } from '../user/user.sql.ts'

/** Throws when `username` cannot be one: length, then characters. */
export function checkUsername(ctx: Context, username: string): void {
  if (username.length < ctx.config.USERNAME_MIN_LENGTH) throw new ApiError('USERNAME_IS_TOO_SHORT')
  if (username.length > ctx.config.USERNAME_MAX_LENGTH) throw new ApiError('USERNAME_IS_TOO_LONG')
  if (!/^[A-Za-z0-9_.]+$/.test(username)) throw new ApiError('USERNAME_IS_INVALID')
}

/** Throws when somebody other than `userId` has the name. The database has the last word when two take it at once. */
export async function requireFreeUsername(ctx: Context, username: string, userId: string | null = null): Promise<void> {
  if (await isUsernameTaken(ctx, username.toLowerCase(), userId)) {
    throw new ApiError('USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER')
  }
}
