import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { commonBelow, guessesOf } from './password-guesses.ts'

interface Person {
  readonly email: string
  readonly name?: string | undefined
  readonly username?: string | null | undefined
}

/**
 * Refuses what is guessed first: common passwords, also with simple changes, rows of keys or digits, dates, blanks, and what
 * the person or this site is called. Throws PASSWORD_TOO_COMMON.
 */
export async function requireUncommon(
  ctx: Context,
  password: string,
  { email, name = '', username }: Person,
): Promise<void> {
  const names = [email, name, username ?? '', new URL(ctx.config.AUTH_URL).hostname]
  if ((await guessesOf(password, names)) < commonBelow) throw new ApiError('PASSWORD_TOO_COMMON')
}
