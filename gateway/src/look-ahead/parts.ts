import { GraphQLError, type FieldNode } from 'graphql'
import { z } from 'zod'
import { pageArguments, parsePage, type PageArguments } from '../relay/connection.ts'
import { localId } from '../relay/global-id.ts'
import type { Parts } from '../upstream/batch-reader.ts'
import type { Selection } from './selection.ts'

// Look-ahead and resolver encode pages with the same functions, so the resolver finds loaded pages.

/** The names of rest-auth. */
const orders = { CREATED_AT: 'createdAt', EXPIRES_AT: 'expiresAt', NAME: 'name', EMAIL: 'email' } as const
const orderField = z.enum(['CREATED_AT', 'EXPIRES_AT', 'NAME', 'EMAIL'])
const direction = z.enum(['ASC', 'DESC'])
const searchArguments = pageArguments.extend({
  query: z.string().nullish(),
  orderBy: z.object({ field: orderField, direction }).nullish(),
})
const memberArguments = searchArguments.extend({
  role: z.string().toLowerCase().nullish(),
  assignedRole: z.string().toLowerCase().nullish(),
  teamId: z.string().nullish(),
  hasSecondFactor: z.boolean().nullish(),
})
const invitationArguments = searchArguments.extend({ status: z.string().toLowerCase().nullish() })

/** Memoized by nodes: graphql-js passes the same array for all objects of a list, per request. */
function oncePerList<T, More extends unknown[]>(compute: (field: Selection, ...more: More) => T) {
  const known = new WeakMap<readonly FieldNode[], T>()
  return (field: Selection, ...more: More): T => {
    const value = known.get(field.nodes) ?? compute(field, ...more)
    known.set(field.nodes, value)
    return value
  }
}

export const organizationParts = oncePerList((organization): Parts => {
  const hasGrants = organization.has('viewerGrants') || organization.has('viewerHasGrants')
  const include = [
    ...(organization.has('viewerMembership') ? ['membership'] : []),
    ...(hasGrants ? ['grants'] : organization.has('viewerPermissions') ? ['permissions'] : []),
    ...(organization.has('roles') ? ['roles'] : []),
    ...(organization.has('remotePermissions') || organization.has('builtInRoles') ? ['remotePermissions'] : []),
  ]
  return {
    ...(include.length > 0 && { include: include.join(',') }),
    ...ahead(organization, 'members', (members) => memberPage(members, 'Organization')),
    ...ahead(organization, 'teams', teamPage),
    ...ahead(organization, 'invitations', invitationPage),
  }
})

export function teamParts(team: Selection): Parts {
  const { members } = ahead(team, 'members', (field) => memberPage(field, 'Team'))
  return members === undefined ? {} : { teamMembers: members }
}

/** Ignores invalid arguments, which the field itself rejects, and all aliases except the first. */
function ahead(
  parent: Selection,
  name: 'members' | 'teams' | 'invitations',
  page: (field: Selection) => string,
): Parts {
  const field = parent.firstAlias(name)
  if (!field) return {}
  try {
    return { [name]: page(field) }
  } catch (refusal) {
    if (refusal instanceof GraphQLError) return {}
    throw refusal
  }
}

/** Fields that brief rows of rest-auth lack. */
const absent = [
  'createdAt',
  'updatedAt',
  'organization',
  'organizationName',
  'organizationSlug',
  'inviterName',
  'inviterEmail',
]
const isBrief = (...rows: Selection[]): true | undefined =>
  !rows.some((row) => absent.some((name) => row.has(name))) || undefined

/** Like the functions below, throws BAD_USER_INPUT. */
export const memberPage = oncePerList((field, parent: 'Organization' | 'Team') => {
  const { role, assignedRole, teamId, hasSecondFactor, ...page } = memberArguments.parse(field.argumentsOf(parent))
  const items = field.items()
  return pageText(field, page, {
    role: assignedRole ?? role ?? undefined,
    teamId: teamId == null ? undefined : localId('Team', teamId),
    hasSecondFactor: hasSecondFactor ?? undefined,
    secondFactor: items.has('hasSecondFactor') || undefined,
    team: items.has('team') || undefined,
    brief: isBrief(items, items.at('user'), items.at('team')),
  })
})

export const teamPage = oncePerList((field) =>
  pageText(field, searchArguments.parse(field.argumentsOf('Organization')), { brief: isBrief(field.items()) }),
)

export const ownPage = (field: Selection): string => pageText(field, searchArguments.parse(field.argumentsOf('Viewer')))

export const invitationPage = oncePerList((field) => {
  const { status, ...page } = invitationArguments.parse(field.argumentsOf('Organization'))
  const items = field.items()
  const brief = isBrief(items) && !items.has('team') && !items.has('teams')
  return pageText(field, page, { status: status ?? undefined, brief: brief || undefined })
})

export function viewerPage(field: Selection): string {
  return pageText(field, pageArguments.parse(field.argumentsOf('Viewer')))
}

type SearchArguments = PageArguments & Partial<z.infer<typeof searchArguments>>

function pageText(field: Selection, { query, orderBy, ...page }: SearchArguments, more: object = {}): string {
  const search = {
    query: query ?? undefined,
    orderBy: orderBy ? orders[orderBy.field] : undefined,
    descending: orderBy ? orderBy.direction === 'DESC' : undefined,
  }
  const total = field.has('totalCount') || undefined
  const cursors = field.at('edges', 'cursor').nodes.length > 0 || undefined
  return JSON.stringify({ ...parsePage(page), total, cursors, ...search, ...more })
}
