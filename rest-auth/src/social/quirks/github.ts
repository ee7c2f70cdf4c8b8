import { z } from 'zod'
import { isSameEmail } from '../../user/email.ts'
import { orNull, type ProfileAccess } from '../provider.ts'
import * as field from '../profile-fields.ts'

/** The profile has only the public email; verified ones are in a list. */
export async function githubProfile(access: ProfileAccess): Promise<unknown> {
  const [user, emails] = await Promise.all([
    access.json('https://api.github.com/user'),
    orNull(access.json('https://api.github.com/user/emails')), // requires a separate permission
  ])
  return { user, emails }
}

const address = z.object({ email: z.string(), primary: field.claim, verified: field.claim })

export const githubUser = z
  .object({
    user: z.object({ id: field.id, login: field.name, name: field.name, email: field.email, avatar_url: field.image }),
    emails: z.array(address).catch([]),
  })
  .transform(({ user, emails }) => {
    const email = user.email ?? (emails.find((entry) => entry.primary) ?? emails[0])?.email ?? null
    return {
      id: user.id,
      name: user.name || user.login,
      email,
      emailVerified: emails.some((entry) => entry.verified && isSameEmail(entry.email, email)),
      image: user.avatar_url,
    }
  })
