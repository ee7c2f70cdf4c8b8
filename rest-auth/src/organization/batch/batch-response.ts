import { z } from 'zod'
import { organizationRoleSchema, remotePermissionSchema } from '../role/entities.ts'
import { colleagueSchema, invitationSchema, memberSchema, organizationSchema, teamSchema } from '../entities.ts'

/** Other entities are nested objects instead of ids. */
export const batchTeam = teamSchema.omit({ updatedAt: true, memberCount: true })
export const batchMember = memberSchema.omit({ userId: true, teamId: true })
export const batchInvitation = invitationSchema
  .omit({ teamId: true, inviterId: true, role: true })
  .extend({ createdAt: z.date().nullable() })
export const batchUser = colleagueSchema.extend({ createdAt: z.date() })
const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    hasMore: z.boolean(),
    startCursor: z.string().nullable(),
    endCursor: z.string().nullable(),
    cursors: z.array(z.string()).nullable(),
    total: z.number().nullable(),
  })

const updatedAt = z.date()
const team = batchTeam.extend({ updatedAt })
const user = batchUser.extend({ updatedAt })
const member = batchMember.extend({ updatedAt, user, team: team.nullable() })
const invitation = batchInvitation.extend({
  updatedAt: updatedAt.nullable(),
  role: z.string(),
  organizationName: z.string(),
  organizationSlug: z.string(),
  inviterName: z.string(),
  inviterEmail: z.string(),
  team: team.nullable(),
  teamId: invitationSchema.shape.teamId.optional(),
})
/** The recipient may not see the team before accepting. */
const received = invitation.omit({ team: true, teamId: true })

// Absent if `brief`.
const times = { createdAt: true, updatedAt: true } as const
const context = { ...times, organizationId: true } as const
const teamOfPage = team.partial(context)
const memberOfPage = member
  .partial(context)
  .extend({ hasSecondFactor: z.boolean().nullish(), user: user.partial(times), team: teamOfPage.nullish() })
const invitationOfPage = invitation
  .partial()
  .required({ id: true, email: true, role: true, status: true, expiresAt: true })
const roleOfOrganization = organizationRoleSchema.pick({ role: true, label: true, permission: true })

const organization = organizationSchema.extend({
  updatedAt,
  isActive: z.boolean(),
  /** Present if it is closed to the session: then it has only its name. */
  needsSecondFactor: z.literal(true).optional(),
  secondFactorRequiredAt: z.date().nullish(),
  formerSlugs: z.array(z.string()).optional(),
  membership: member.optional(),
  /** Those that release 2.1 knows. */
  permissions: z.array(z.string()).optional(),
  grants: z.array(z.string()).optional(),
  /** Null if the caller may not read them. */
  roles: z.array(roleOfOrganization).nullish(),
  /** Null as above. */
  remotePermissions: z.array(remotePermissionSchema).nullish(),
  /** Members by role. Null as above. */
  roleCounts: z.record(z.string(), z.number()).nullish(),
  members: pageOf(memberOfPage).optional(),
  teams: pageOf(teamOfPage).optional(),
  invitations: pageOf(invitationOfPage).optional(),
})

/** Parts that were not requested are absent. `formerSlugs` are the requested ones. */
export const batchResponse = z
  .object({
    organizations: z.array(organization),
    members: z.array(member),
    teams: z.array(team.extend({ members: pageOf(memberOfPage).optional() })),
    memberTeams: z.array(z.object({ id: z.string(), teams: z.array(team) })).optional(),
    /** Null unless the caller is an owner or admin. */
    memberFactors: z.array(z.object({ id: z.string(), hasSecondFactor: z.boolean().nullable() })).optional(),
    invitations: z.array(invitation),
    users: z.array(user),
    own: pageOf(z.string()).optional(),
    ownTeams: pageOf(team).optional(),
    received: pageOf(received).optional(),
  })
  .meta({ id: 'OrganizationBatch' })
