import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { isUniqueViolation } from '../unique-violation.ts'
import { requireFreeUsername } from '../username/username.ts'
import { updateUser } from '../user/user.sql.ts'
import type { User } from '../user/user.ts'
import type { Language } from '../languages.ts'

interface ProfileChanges {
  name?: string | undefined
  image?: string | null | undefined
  username?: string | undefined
  displayUsername?: string | undefined
  language?: Language | null | undefined
}

/** Changes the own profile; what is absent stays. The changed user, or null when nothing was to change. */
export async function changeProfile(ctx: Context, user: User, changes: ProfileChanges): Promise<User | null> {
  if (changes.username !== undefined) await requireFreeUsername(ctx, changes.username, user.id)
  const row: Partial<User> = {
    ...(changes.name !== undefined && { name: changes.name }),
    ...(changes.image !== undefined && { image: changes.image }),
    ...(changes.language !== undefined && { language: changes.language }),
    ...(changes.username !== undefined && {
      username: changes.username.toLowerCase(),
      displayUsername: changes.username,
    }),
    ...(changes.displayUsername && { displayUsername: changes.displayUsername }),
  }
  if (Object.keys(row).length === 0) return null
  try {
    return await updateUser(ctx, user.id, row)
  } catch (error) {
    if (isUniqueViolation(error, 'user_username_key'))
      throw new ApiError('USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER')
    throw error
  }
}
