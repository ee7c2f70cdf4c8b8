import { z } from 'zod'
import { languages } from 'contract/languages.ts'
import { pictureUrl } from '../picture/picture.ts'

/** better-auth's. An administrator manages people; operators manage what runs in pages. */
export const userRoles = ['admin', 'user'] as const

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
    role: z.enum(userRoles),
    banned: z.boolean(),
    banReason: z.string().nullable(),
    banExpires: z.date().nullable(),
    twoFactorEnabled: z.boolean().describe('Whether an authenticator app is set up'),
    createdAt: z.date(),
    updatedAt: z.date(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof userSchema>

const noProfile = { image: null, username: null, displayUsername: null, language: null } satisfies Partial<User>
export const notBanned = { banned: false, banReason: null, banExpires: null } satisfies Partial<User>
export const newUser = { ...noProfile, ...notBanned, role: 'user', twoFactorEnabled: false } satisfies Partial<User>

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
