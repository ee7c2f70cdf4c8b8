import { z } from 'zod'
import { languages, type Language } from '../languages.ts'

/** A person. `email` and `username` are in lower case. */
export interface User {
  id: string
  name: string
  email: string
  emailVerified: boolean
  image: string | null
  username: string | null
  displayUsername: string | null
  language: Language | null
  createdAt: Date
  updatedAt: Date
}

/** The user as answers about the session show it. */
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

/** The seven fields that sign-in, sign-up and changes of the own account answer. */
export const userSummarySchema = userSchema
  .pick({ id: true, name: true, email: true, emailVerified: true, image: true, createdAt: true, updatedAt: true })
  .meta({ id: 'UserSummary' })

/** What people may say about themselves. */
export const profileFields = {
  name: z.string().max(500),
  image: z.string().max(16_384).nullable(), // a data URL of a small picture fits
  username: z.string(),
  displayUsername: z.string().max(500),
  language: z.enum(languages).nullable(),
}
