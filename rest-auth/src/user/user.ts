import { z } from 'zod'
import { languages } from 'contract/languages.ts'
import { pictureUrl } from '../picture/picture.ts'

/** New fields also go to `noProfile` if optional, and to `profileSchema` if users set them. */
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

/** For links, which others than the user may follow: without the username. */
export const userSummarySchema = userSchema
  .pick({ id: true, name: true, email: true, emailVerified: true, image: true, createdAt: true, updatedAt: true })
  .meta({ id: 'UserSummary' })

/** Absent fields stay unchanged. */
export const profileSchema = z.object({
  name: z.string().max(200).exactOptional(),
  image: pictureUrl.nullable().exactOptional(),
  username: z.string().exactOptional(),
  displayUsername: z.string().max(200).exactOptional(),
  language: z.enum(languages).nullable().exactOptional(),
})
export type Profile = z.infer<typeof profileSchema>
