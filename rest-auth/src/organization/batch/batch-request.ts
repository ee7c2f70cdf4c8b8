import { z } from 'zod'
import { parseJson } from '../../http/json-body.ts'
import { cursor as anyCursor, isTime } from '../../list/order.ts'
import { invitationSchema } from '../entities.ts'

const commaText = z
  .string()
  .default('')
  .transform((text) => text.split(',').filter(Boolean))
const ids = commaText.pipe(z.array(z.string().max(255)).max(100))

const json = <T extends z.ZodType>(form: T) =>
  z
    .string()
    .transform((text, check): unknown => parseJson(text) ?? (check.addIssue('must be JSON'), z.NEVER))
    .pipe(form)
    .optional()

/** The sort key of a row as text, and its id among equal keys. */
const cursor = anyCursor.pipe(z.tuple([z.string(), z.string()]))
const timeCursor = cursor.refine(([key]) => isTime(key))
const size = z.number().int().min(0).max(100)

/** `first` counts from the start, otherwise `last` from the end, both between the cursors. */
const anyPage = z.object({
  first: size.optional(),
  last: size.optional(),
  after: cursor.optional(),
  before: cursor.optional(),
  total: z.boolean().optional(),
  /** Return a cursor for each item, instead of only for the first and the last. */
  cursors: z.boolean().optional(),
})
export type PageRequest = z.infer<typeof anyPage>

const page = anyPage.extend({ after: timeCursor.optional(), before: timeCursor.optional() })

const searchedPage = anyPage.extend({
  /** Leave out times, `organizationId` and, of invitations, everything about organization, inviter and team. */
  brief: z.boolean().optional(),
  descending: z.boolean().optional(),
  query: z
    .string()
    .max(255)
    .transform((text) => text || undefined) // a form sends an empty field for no search
    .optional(),
})
const hasFittingCursors = ({ orderBy = 'createdAt', after, before }: PageRequest & { orderBy?: string | undefined }) =>
  !orderBy.endsWith('At') || [after, before].every((given) => given === undefined || isTime(given[0]))

const memberPage = searchedPage
  .extend({
    orderBy: z.enum(['createdAt', 'name', 'email']).optional(),
    role: z.string().max(255).optional(),
    teamId: z.string().max(255).optional(),
    team: z.boolean().optional(),
    /** Nobody for callers who are neither owner nor admin. */
    hasSecondFactor: z.boolean().optional(),
    /** Return whether each has one; null for those callers. */
    secondFactor: z.boolean().optional(),
  })
  .refine(hasFittingCursors)
export type MemberPageRequest = z.infer<typeof memberPage>
const namedPage = searchedPage.extend({ orderBy: z.enum(['createdAt', 'name']).optional() }).refine(hasFittingCursors)
export type NamedPageRequest = z.infer<typeof namedPage>
const invitationPage = searchedPage
  .extend({
    orderBy: z.enum(['expiresAt', 'email']).optional(),
    status: invitationSchema.shape.status.optional(),
  })
  .refine(hasFittingCursors)
export type InvitationPageRequest = z.infer<typeof invitationPage>

export const batchRequest = z.object({
  organizationIds: ids,
  /** JSON, because a slug may contain a comma. */
  organizationSlugs: json(z.array(z.string()).max(100)).transform((slugs) => slugs ?? []),
  memberIds: ids,
  /** Members whose teams are read. */
  memberIdsForTeams: ids,
  /** Members of whom is read whether they have a second factor. */
  memberIdsForFactors: ids,
  teamIds: ids,
  invitationIds: ids,
  userIds: ids,
  own: json(namedPage),
  /** The caller's teams, in the order of joining them. */
  ownTeams: json(page),
  /** Requires proved ownership of the email. */
  received: json(page),
  include: commaText.pipe(
    z.array(z.enum(['membership', 'permissions', 'grants', 'roles', 'roleCounts', 'remotePermissions'])),
  ),
  members: json(memberPage),
  teams: json(namedPage),
  invitations: json(invitationPage),
  teamMembers: json(memberPage),
})
export type Batch = z.infer<typeof batchRequest> & {
  /** Whether a service reads for its user: it may change nothing. */
  readonly isDelegated?: boolean
}
export type OrganizationParts = Pick<Batch, 'include' | 'members' | 'teams' | 'invitations' | 'isDelegated'>
