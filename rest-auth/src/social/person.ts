import { z } from 'zod'
import * as field from './profile-fields.ts'
import type { ProviderUser } from './provider.ts'

/** Where a profile says who somebody is: names of fields, with dots between those of nested objects. */
interface Places {
  readonly id: string
  /** The first name that is not empty counts. */
  readonly names: readonly string[]
  readonly email?: string
  /** The provider's own claim that it verified the address; missing for providers that make none. */
  readonly verified?: string
  readonly verifiedAs?: 1
  readonly image: string
}

/** Reads a person from a profile whose fields have fixed places. */
export const person = ({ id, names, email, verified, verifiedAs, image }: Places): z.ZodType<ProviderUser> =>
  z
    .unknown()
    .transform((profile) => ({
      id: at(profile, id),
      name: names.map((name) => field.name.parse(at(profile, name))).find(Boolean),
      email: at(profile, email),
      emailVerified: at(profile, verified) === (verifiedAs ?? true),
      image: at(profile, image),
    }))
    .pipe(field.user)

const at = (profile: unknown, place = ''): unknown =>
  place.split('.').reduce<unknown>((part, name) => Reflect.get(Object(part), name), profile)
