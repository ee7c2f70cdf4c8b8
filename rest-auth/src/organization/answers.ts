import { z } from 'zod'
import {
  invitationSchema,
  memberWithUserSchema,
  organizationSchema,
  teamSchema,
  type Organization,
} from './entities.ts'

/** What create and update return: metadata is an object, absent when there is none. */
export const savedOrganizationSchema = organizationSchema
  .extend({ metadata: z.record(z.string(), z.unknown()).optional() })
  .meta({ id: 'SavedOrganization' })

export const sentInvitationSchema = invitationSchema
  .extend({
    emailSent: z.literal(false).optional().meta({
      description:
        'Only if no email went out, because the invited mailbox has had too many: the product shows the invitation',
    }),
  })
  .meta({ id: 'SentInvitation' })
export type SentInvitation = z.infer<typeof sentInvitationSchema>

export const receivedInvitationSchema = invitationSchema
  .extend({
    organizationName: z.string(),
    organizationSlug: z.string(),
    inviterName: z.string(),
    inviterEmail: z.string().meta({ description: "Empty while the inviter's ownership of it is not proved" }),
  })
  .meta({ id: 'ReceivedInvitation' })

const mailedStatuses = [...invitationSchema.shape.status.options, 'expired', 'full', 'lapsed'] as const

export const mailedInvitationSchema = invitationSchema
  .pick({ email: true, role: true, expiresAt: true })
  .extend({
    status: z.enum(mailedStatuses).meta({
      description:
        'pending: it can be accepted. full: the organization has no room. lapsed: its inviter has left, or may not give these roles any more.',
    }),
    organizationName: z.string(),
    organizationSlug: z.string(),
    teamName: z.string().nullable(),
    inviterName: z.string().meta({ description: 'Empty once it is closed' }),
    inviterEmail: z
      .string()
      .meta({ description: "Empty once it is closed, and while the inviter's ownership of it is not proved" }),
  })
  .meta({ id: 'MailedInvitation' })
export type MailedInvitation = Readonly<z.infer<typeof mailedInvitationSchema>>

/** `inviterRole` has the roles of the inviter in the organization now; null: no member any more. */
export type ReceivedInvitation = Readonly<z.infer<typeof receivedInvitationSchema>> &
  Pick<MailedInvitation, 'teamName'> & { readonly inviterRole: string | null }

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
