import { z } from 'zod'
import { pictureUrl } from '../picture/picture.ts'
import { userSchema } from '../user/user.ts'

// The only list of fields: types, select lists, JSON and responses are derived from it.

/** Reads return `metadata` as JSON text. */
export const organizationSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    logo: z.string().nullable(),
    metadata: z.string().nullable().meta({ description: 'JSON text' }),
    createdAt: z.date(),
  })
  .meta({ id: 'Organization' })
export type Organization = Readonly<z.infer<typeof organizationSchema>>

const text = z.string().max(200).regex(/\S/, 'Must contain a visible character')

/** Lists return all metadata, so one large value would slow down everyone's lists. */
const maxMetadataBytes = 8192
const isSmall = (metadata: object) => Buffer.byteLength(JSON.stringify(metadata)) <= maxMetadataBytes

export const organizationInput = z.object({
  name: text,
  slug: text,
  logo: pictureUrl.exactOptional(),
  metadata: z
    .record(z.string(), z.unknown())
    .refine(isSmall, `At most ${maxMetadataBytes} bytes as JSON`)
    .exactOptional(),
  /** better-auth names the first team like the organization. */
  teamName: text.exactOptional(),
})
export type OrganizationInput = Readonly<z.infer<typeof organizationInput>>

/** Null clears a field. */
export const organizationChanges = z.object({
  name: text.exactOptional(),
  slug: text.exactOptional(),
  logo: organizationInput.shape.logo.unwrap().nullable().exactOptional(),
  metadata: organizationInput.shape.metadata.unwrap().nullable().exactOptional(),
})
export type OrganizationChanges = Readonly<z.infer<typeof organizationChanges>>

/** PostgreSQL refuses other texts in JSON. */
const jsonText = z.string().refine((value) => value.isWellFormed() && !value.includes('\0'), 'Must be Unicode text')

/** The values that the caller has seen, of the fields that matter to the change. */
export const seenOrganization = z.object({ name: jsonText, slug: jsonText, logo: jsonText.nullable() }).partial()
export type SeenOrganization = Readonly<z.infer<typeof seenOrganization>>

export const noDetails = { logo: null, metadata: null } satisfies Partial<Organization>

/** `role` is a comma-separated list. */
export const memberSchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    userId: z.string(),
    role: z.string().meta({ description: 'Roles, separated by commas' }),
    teamId: z.string().nullable().meta({ description: 'The first team' }),
    createdAt: z.date(),
  })
  .meta({ id: 'Member' })
export type Member = Readonly<z.infer<typeof memberSchema>>

export const colleagueSchema = userSchema.pick({ id: true, name: true, email: true, image: true }).extend({
  proved: z.boolean().meta({ description: 'Whether the user has proved ownership of the email' }),
})

export const memberWithUserSchema = memberSchema
  .extend({
    user: colleagueSchema,
    hasSecondFactor: z.boolean().nullish().meta({ description: 'Only in lists with `secondFactors=true`' }),
  })
  .meta({ id: 'MemberWithUser' })
export type MemberWithUser = Readonly<z.infer<typeof memberWithUserSchema>>

/** `email` is in lower case, `role` a comma-separated list. */
export const invitationSchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    email: z.string(),
    role: z.string().nullable().meta({ description: 'Roles, separated by commas' }),
    teamId: z.string().nullable().meta({ description: 'Teams, separated by commas' }),
    status: z.enum(['pending', 'accepted', 'rejected', 'canceled']),
    expiresAt: z.date(),
    createdAt: z.date(),
    inviterId: z.string(),
  })
  .meta({ id: 'Invitation' })
export type Invitation = Readonly<z.infer<typeof invitationSchema>>

export const teamSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    organizationId: z.string(),
    memberCount: z.int(),
    createdAt: z.date(),
    updatedAt: z.date().nullable(),
  })
  .meta({ id: 'Team' })
export type Team = Readonly<z.infer<typeof teamSchema>>

export const teamMemberSchema = z
  .object({ id: z.string(), teamId: z.string(), userId: z.string(), createdAt: z.date() })
  .meta({ id: 'TeamMember' })
export type TeamMember = Readonly<z.infer<typeof teamMemberSchema>>
