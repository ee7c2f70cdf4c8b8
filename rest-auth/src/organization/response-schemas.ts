import { z } from 'zod'
import {
  invitationSchema,
  memberSchema,
  memberWithUserSchema,
  organizationSchema,
  teamSchema,
  type Organization,
} from './entities.ts'
import { effectivePermissionsSchema } from './role/entities.ts'

export const savedOrganizationSchema = organizationSchema
  .extend({ metadata: z.record(z.string(), z.unknown()).optional() })
  .meta({ id: 'SavedOrganization' })

/** A rest-auth of release 2.0 does not send the caller's role and the number of members. */
export const ownOrganizationSchema = organizationSchema
  .extend({
    role: memberSchema.shape.role.optional(),
    memberCount: z.int().optional(),
    needsSecondFactor: z.boolean().optional().meta({
      description:
        'Whether it is closed to the session until a second factor is shown. Then it has only id, name, slug, createdAt and role; memberCount is 0',
    }),
    permissions: effectivePermissionsSchema,
  })
  .meta({ id: 'OwnOrganization' })

export const sentInvitationSchema = invitationSchema
  .extend({
    emailSent: z.literal(false).optional().meta({
      description:
        'Present if no email was sent because the recipient has received too many; the product shows the invitation',
    }),
  })
  .meta({ id: 'SentInvitation' })
export type SentInvitation = z.infer<typeof sentInvitationSchema>

export const receivedInvitationSchema = invitationSchema
  .extend({
    organizationName: z.string(),
    organizationSlug: z.string(),
    inviterName: z.string(),
    inviterEmail: z.string().meta({ description: 'Empty until the inviter has proved ownership of the email' }),
  })
  .meta({ id: 'ReceivedInvitation' })

const emailedStatuses = [...invitationSchema.shape.status.options, 'expired', 'full', 'lapsed'] as const

export const emailedInvitationSchema = invitationSchema
  .pick({ email: true, role: true, expiresAt: true })
  .extend({
    status: z.enum(emailedStatuses).meta({
      description:
        'pending: it can be accepted. full: the organization has no room. lapsed: the inviter has left or may no longer grant these roles.',
    }),
    organizationName: z.string(),
    organizationSlug: z.string(),
    teamName: z.string().nullable(),
    inviterName: z.string().meta({ description: 'Empty once the invitation is closed' }),
    inviterEmail: z.string().meta({
      description: 'Empty once the invitation is closed, and until the inviter has proved ownership of the email',
    }),
  })
  .meta({ id: 'EmailedInvitation' })
export type EmailedInvitation = Readonly<z.infer<typeof emailedInvitationSchema>>

/** `inviterRole` is null if the inviter has left. `canInviterGive`: whether they could invite now. */
export type ReceivedInvitation = Readonly<z.infer<typeof receivedInvitationSchema>> &
  Pick<EmailedInvitation, 'teamName'> & { readonly inviterRole: string | null; readonly canInviterGive: boolean }

export const fullOrganizationSchema = organizationSchema
  .extend({
    invitations: z.array(invitationSchema),
    members: z.array(memberWithUserSchema),
    teams: z.array(teamSchema),
  })
  .meta({ id: 'FullOrganization' })

export function toSavedOrganization({ metadata, ...rest }: Organization): z.infer<typeof savedOrganizationSchema> {
  if (metadata === null) return rest
  const parsed = z.record(z.string(), z.unknown()).safeParse(JSON.parse(metadata))
  return parsed.success ? { ...rest, metadata: parsed.data } : rest
}
