import { orNull, type ProfileAccess } from '../provider.ts'
import { person } from '../person.ts'
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

/** X returns only verified emails. */
export const twitterUser = person({
  id: 'profile.data.id',
  names: ['profile.data.name', 'profile.data.username'],
  email: 'address.data.confirmed_email',
  verified: 'address.data.confirmed_email',
  isVerified: (email) => field.email.parse(email) !== null,
  image: 'profile.data.profile_image_url',
})
