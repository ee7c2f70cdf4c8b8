import { z } from 'zod'
import { languages } from '../languages.ts'
import { givenAddress } from '../picture/picture.ts'

/**
 * A person, as the row and as answers about the session show it. `email` and `username` are in lower case.
 * A new field stands here, in `noProfile` if it may be unknown, and in `profileSchema` if people tell it themselves.
 */
export const userSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    image: z.string().nullable(),
    username: z.string().nullable(),
    displayUsername: z.string().nullable(),
    language: z.enum(languages).nullable(),
    createdAt: z.date(),
    updatedAt: z.date(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof userSchema>

export const noProfile = { image: null, username: null, displayUsername: null, language: null } satisfies Partial<User>

/** The seven fields that sign-in, sign-up and changes of the own account answer. */
export const userSummarySchema = userSchema
  .pick({ id: true, name: true, email: true, emailVerified: true, image: true, createdAt: true, updatedAt: true })
  .meta({ id: 'UserSummary' })

/** The fields that users may set; absent ones stay as they are. */
export const profileSchema = z.object({
  name: z.string().max(200).exactOptional(),
  image: givenAddress.nullable().exactOptional(),
  username: z.string().exactOptional(),
  displayUsername: z.string().max(200).exactOptional(),
  language: z.enum(languages).nullable().exactOptional(),
})
export type Profile = z.infer<typeof profileSchema>
