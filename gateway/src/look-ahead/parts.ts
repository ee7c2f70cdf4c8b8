import { GraphQLError } from 'graphql'
import { z } from 'zod'
import { pageArguments, parsePage, type PageArguments } from '../relay/connection.ts'
import { localId } from '../relay/global-id.ts'
import type { Parts } from '../upstream/batch-reader.ts'
import { NodeCache } from './node-cache.ts'
import type { Selection } from './selection.ts'

/*
 * From a selection to the parts of rest-auth's batch read. The same functions serve the look ahead, which lets everything
 * come along with one call, and the field itself: where both say the same, the field has its answer already.
 */

const memberArguments = pageArguments.extend({
  role: z.string().toLowerCase().nullish(),
  teamId: z.string().nullish(),
  query: z.string().nullish(),
  orderBy: z.object({ field: z.enum(['CREATED_AT', 'NAME', 'EMAIL']), direction: z.enum(['ASC', 'DESC']) }).nullish(),
})
const invitationArguments = pageArguments.extend({ status: z.string().toLowerCase().nullish() })
const orders = { CREATED_AT: 'createdAt', NAME: 'name', EMAIL: 'email' } as const

const partsOfOrganizations = new NodeCache<Parts>()
const pages = new NodeCache<string>()

/** What shall come along with an organization of which this is selected. */
export function organizationParts(organization: Selection): Parts {
  // The arguments say which organization it is, not what of it.
  const selected = organization.nodes.flatMap((node) => node.selectionSet ?? [])
  return partsOfOrganizations.get(organization.info, selected, () => {
    const include = [
      ...(organization.has('viewerMembership') ? ['membership'] : []),
      ...(organization.has('viewerPermissions') ? ['permissions'] : []),
    ]
    return {
      ...(include.length > 0 && { include: include.join(',') }),
      ...ahead(organization, 'members', (members) => memberPage(members, 'Organization')),
      ...ahead(organization, 'teams', teamPage),
      ...ahead(organization, 'invitations', invitationPage),
    }
  })
}

/** What shall come along with a team of which this is selected. */
export function teamParts(team: Selection): Parts {
  const { members } = ahead(team, 'members', (field) => memberPage(field, 'Team'))
  return members === undefined ? {} : { teamMembers: members }
}

/**
 * The page of one field, unless it is not selected or its arguments are refused, which the field itself will say. Of
 * several aliases only the first comes along: each of the others is a call of its own.
 */
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

/** The page of members that this field of an organization or a team asks for. Throws BAD_USER_INPUT, as all below do. */
export function memberPage(field: Selection, parent: 'Organization' | 'Team'): string {
  return pages.get(field.info, field.nodes, () => {
    const { role, teamId, query, orderBy, ...page } = memberArguments.parse(field.argumentsOf(parent))
    return pageText(field, page, {
      role: role ?? undefined,
      teamId: teamId == null ? undefined : localId('Team', teamId),
      query: query ?? undefined,
      orderBy: orderBy ? orders[orderBy.field] : undefined,
      descending: orderBy?.direction === 'DESC' || undefined,
      team: field.items().has('team') || undefined,
    })
  })
}

export function teamPage(field: Selection): string {
  return pages.get(field.info, field.nodes, () =>
    pageText(field, pageArguments.parse(field.argumentsOf('Organization'))),
  )
}

export function invitationPage(field: Selection): string {
  return pages.get(field.info, field.nodes, () => {
    const { status, ...page } = invitationArguments.parse(field.argumentsOf('Organization'))
    return pageText(field, page, { status: status ?? undefined })
  })
}

/** The page of the viewer's own organizations or invitations. */
export function viewerPage(field: Selection): string {
  return pageText(field, pageArguments.parse(field.argumentsOf('Viewer')))
}

/** A page and what of it is selected, as the JSON text that the batch read takes. */
function pageText(field: Selection, page: PageArguments, more: object = {}): string {
  const total = field.has('totalCount') || undefined
  const cursors = field.at('edges', 'cursor').nodes.length > 0 || undefined
  return JSON.stringify({ ...parsePage(page), total, cursors, ...more })
}
