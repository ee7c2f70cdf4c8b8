import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { isReservedUsername } from '../naming.ts'
import { isUsernameTaken } from '../user/user.sql.ts'

export function checkUsername(ctx: Context, username: string): void {
  if (username.length < ctx.config.USERNAME_MIN_LENGTH) throw new ApiError('USERNAME_IS_TOO_SHORT')
  if (username.length > ctx.config.USERNAME_MAX_LENGTH) throw new ApiError('USERNAME_IS_TOO_LONG')
  if (!/^[A-Za-z0-9_.]+$/.test(username)) throw new ApiError('USERNAME_IS_INVALID')
}

/** Throws USERNAME_IS_INVALID if there is no letter or digit. */
export async function isUsernameFree(ctx: Context, username: string, ownerId: string | null = null): Promise<boolean> {
  if (!/[A-Za-z0-9]/.test(username)) throw new ApiError('USERNAME_IS_INVALID')
  return !isReservedUsername(username) && !(await isUsernameTaken(ctx, username.toLowerCase(), ownerId))
}

export async function requireFreeUsername(
  ctx: Context,
  username: string,
  ownerId: string | null = null,
): Promise<void> {
  if (!(await isUsernameFree(ctx, username, ownerId)))
    throw new ApiError('USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER')
}
