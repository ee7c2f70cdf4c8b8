import { z } from 'zod'
import { orNull, type ProfileAccess } from '../provider.ts'
import * as field from '../profile-fields.ts'

/** The email is separate: without the permission for it, the whole request fails. */
export async function twitterProfile(access: ProfileAccess): Promise<unknown> {
  const me = 'https://api.x.com/2/users/me'
  const [profile, address] = await Promise.all([
    access.json(`${me}?user.fields=profile_image_url`),
    orNull(access.json(`${me}?user.fields=confirmed_email`)),
  ])
  return { profile, address }
}

export const twitterUser = z
  .object({
    profile: z.object({
      data: z.object({ id: field.id, name: field.name, username: field.name, profile_image_url: field.image }),
    }),
    address: z
      .object({ data: z.object({ confirmed_email: field.email }) })
      .nullable()
      .catch(null),
  })
  .transform(({ profile: { data }, address }) => {
    const email = address?.data.confirmed_email ?? null
    return {
      id: data.id,
      name: data.name || data.username,
      email,
      emailVerified: email !== null,
      image: data.profile_image_url,
    }
  })
