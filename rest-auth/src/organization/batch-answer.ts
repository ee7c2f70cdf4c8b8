import { z } from 'zod'
import { isTime } from '../columns.sql.ts'
import { colleagueSchema, invitationSchema, memberSchema, organizationSchema, teamSchema } from './entities.ts'
import { permissions } from './permissions.ts'

/** What the batch shows of the rows; it names other entities by objects instead of ids. */
export const batchTeam = teamSchema.omit({ updatedAt: true })
export const batchMember = memberSchema.omit({ userId: true, teamId: true })
export const batchInvitation = invitationSchema.omit({ teamId: true, inviterId: true, role: true })

const beyondId = (entity: z.ZodObject): string[] => Object.keys(entity.shape).filter((name) => name !== 'id')

/** What a member's JSON can hold beside its id. Whoever asks for less gets less computed, sent and parsed. */
export const memberFields = [
  ...beyondId(batchMember),
  ...beyondId(colleagueSchema).map((name) => `user.${name}`),
  'team',
]

/** An entity as the batch answers it: times as text, and left out what is null. */
function answered(entity: z.ZodObject) {
  const fields = Object.entries(entity.shape).map(([name, type]) => {
    const value = type instanceof z.ZodNullable ? z.optional(type.unwrap()) : type
    return [name, isTime(type) ? z.string() : value] as const
  })
  return z.object(Object.fromEntries(fields))
}

const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    hasMore: z.boolean(),
    startCursor: z.string().optional(),
    endCursor: z.string().optional(),
    cursors: z.array(z.string()).optional(),
    total: z.number().optional(),
  })

const id = z.string()
const user = answered(colleagueSchema).partial().extend({ id })
const team = answered(batchTeam)
const member = answered(batchMember).partial().extend({ id, user, team: team.optional() })
const invitation = answered(batchInvitation).extend({
  role: z.string(),
  organizationName: z.string(),
  organizationSlug: z.string(),
  inviterName: z.string(),
  inviterEmail: z.string(),
  team: team.optional(),
})
/** As who is invited may see it. */
const received = invitation.omit({ team: true })
const organization = answered(organizationSchema).extend({
  isActive: z.boolean(),
  formerSlugs: z.array(z.string()).optional(),
  membership: member.optional(),
  permissions: z.array(z.enum(permissions)).optional(),
  members: pageOf(member).optional(),
  teams: pageOf(team).optional(),
  invitations: pageOf(invitation).optional(),
})

/** Left out: what is null, and what was not asked for. `formerSlugs` are those by which an organization was asked for. */
export const batchAnswer = z
  .object({
    organizations: z.array(organization),
    members: z.array(member),
    teams: z.array(team.extend({ members: pageOf(member).optional() })),
    invitations: z.array(invitation),
    users: z.array(user),
    own: pageOf(z.string()).optional(),
    received: pageOf(received).optional(),
  })
  .meta({ id: 'OrganizationBatch' })
