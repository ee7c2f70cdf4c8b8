import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { commonBelow, estimateGuesses } from 'contract/password-guesses.ts'

interface Person {
  readonly email: string
  readonly name?: string | undefined
  readonly username?: string | null | undefined
}

/** Rejects common passwords, and those that contain names of the person or the site. */
export async function requireUncommon(
  ctx: Context,
  password: string,
  { email, name = '', username }: Person,
): Promise<void> {
  const names = [email, name, username ?? '', new URL(ctx.config.AUTH_URL).hostname]
  if ((await estimateGuesses(password, names)) < commonBelow) throw new ApiError('PASSWORD_TOO_COMMON')
}
