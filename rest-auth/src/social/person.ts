import { z } from 'zod'
import * as field from './profile-fields.ts'
import type { ProviderUser } from './provider.ts'

/** Field names, with dots for nested objects. */
interface Places {
  readonly id: string
  /** The first that is not empty is used. Several places make up one name. */
  readonly names: readonly (string | readonly string[])[]
  readonly email?: string
  /** Absent if the provider makes no such claim. */
  readonly verified?: string
  /** By default only `true` counts, not text or numbers. */
  readonly isVerified?: (claim: unknown) => boolean
  readonly image?: string
}

export const person = ({ id, names, email, verified, isVerified = isTrue, image }: Places): z.ZodType<ProviderUser> =>
  z
    .unknown()
    .transform((profile) => ({
      id: at(profile, id),
      name: names.map((places) => nameAt(profile, [places].flat())).find(Boolean),
      email: at(profile, email),
      emailVerified: isVerified(at(profile, verified)),
      image: at(profile, image),
    }))
    .pipe(field.user)

const nameAt = (profile: unknown, places: readonly string[]): string =>
  places
    .map((place) => field.name.parse(at(profile, place)))
    .join(' ')
    .trim()

const isTrue = (claim: unknown): boolean => claim === true

const at = (profile: unknown, place = ''): unknown =>
  place.split('.').reduce<unknown>((part, name) => Reflect.get(Object(part), name), profile)
