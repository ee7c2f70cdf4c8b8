import { z } from 'zod'
import { colleagueSchema, invitationSchema, memberSchema, organizationSchema, teamSchema } from './entities.ts'
import { permissions } from './permissions.ts'

/** Other entities are nested objects instead of ids. */
export const batchTeam = teamSchema.omit({ updatedAt: true, memberCount: true })
export const batchMember = memberSchema.omit({ userId: true, teamId: true })
export const batchInvitation = invitationSchema.omit({ teamId: true, inviterId: true, role: true })

const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    hasMore: z.boolean(),
    startCursor: z.string().nullable(),
    endCursor: z.string().nullable(),
    cursors: z.array(z.string()).nullable(),
    total: z.number().nullable(),
  })

const member = batchMember.extend({ user: colleagueSchema, team: batchTeam.nullish() })
const invitation = batchInvitation.extend({
  role: z.string(),
  organizationName: z.string(),
  organizationSlug: z.string(),
  inviterName: z.string(),
  inviterEmail: z.string(),
  team: batchTeam.nullable(),
})
/** The recipient may not see the team before accepting. */
const received = invitation.omit({ team: true })
const organization = organizationSchema.extend({
  isActive: z.boolean(),
  formerSlugs: z.array(z.string()).optional(),
  membership: member.optional(),
  permissions: z.array(z.enum(permissions)).optional(),
  members: pageOf(member).optional(),
  teams: pageOf(batchTeam).optional(),
  invitations: pageOf(invitation).optional(),
})

/** Parts that were not requested are absent. `formerSlugs` are the requested ones. */
export const batchResponse = z
  .object({
    organizations: z.array(organization),
    members: z.array(member),
    teams: z.array(batchTeam.extend({ members: pageOf(member).optional() })),
    invitations: z.array(invitation),
    users: z.array(colleagueSchema),
    own: pageOf(z.string()).optional(),
    received: pageOf(received).optional(),
  })
  .meta({ id: 'OrganizationBatch' })
