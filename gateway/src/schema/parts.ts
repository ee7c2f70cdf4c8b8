import {
  BREAK,
  getArgumentValues,
  isObjectType,
  visit,
  type ASTNode,
  type FieldNode,
  type GraphQLResolveInfo,
} from 'graphql'
import { z } from 'zod'
import type { Parts } from '../batch-reader.ts'
import { pageArguments, parsePage, type PageArguments } from '../relay/connection.ts'
import { nodesAt, selectedFields } from '../relay/selection.ts'

/*
 * From a selection to the parts of rest-auth's batch read. The same functions serve the look ahead, which lets everything
 * come along with one call, and the field itself: where both say the same, the field has its answer already.
 */

type Nodes = readonly FieldNode[]

const memberArguments = pageArguments.extend({
  role: z.string().toLowerCase().nullish(),
  query: z.string().nullish(),
  orderBy: z.object({ field: z.enum(['CREATED_AT', 'NAME', 'EMAIL']), direction: z.enum(['ASC', 'DESC']) }).nullish(),
})
const invitationArguments = pageArguments.extend({ status: z.string().toLowerCase().nullish() })
const orders = { CREATED_AT: 'createdAt', NAME: 'name', EMAIL: 'email' } as const

/** What shall come along with an organization that is selected at these nodes. */
export function organizationParts(info: GraphQLResolveInfo, nodes: Nodes): Parts {
  // The arguments say which organization it is, not what of it.
  const selections = nodes.flatMap((node) => node.selectionSet ?? [])
  return kept(organizations, info, selections, () => {
    const fields = selectedFields(info, nodes)
    const include = [
      ...(fields.has('viewerMembership') ? ['membership'] : []),
      ...(fields.has('viewerPermissions') ? ['permissions'] : []),
    ].join(',')
    return {
      ...(include === '' ? {} : { include }),
      ...ahead('members', fields, (at) => memberPage(info, 'Organization', at)),
      ...ahead('teams', fields, (at) => teamPage(info, at)),
      ...ahead('invitations', fields, (at) => invitationPage(info, at)),
    }
  })
}

/** What shall come along with a team that is selected at these nodes. */
export function teamParts(info: GraphQLResolveInfo, nodes: Nodes): Parts {
  const { members } = ahead('members', selectedFields(info, nodes), (at) => memberPage(info, 'Team', at))
  return members === undefined ? {} : { teamMembers: members }
}

export function memberPage(info: GraphQLResolveInfo, type: 'Organization' | 'Team', nodes: Nodes): string {
  return kept(pages, info, nodes, () => {
    const { role, query, orderBy, ...page } = memberArguments.parse(argumentsOf(info, type, 'members', nodes))
    return pageText(info, page, nodes, {
      role: role ?? undefined,
      query: query ?? undefined,
      orderBy: orderBy ? orders[orderBy.field] : undefined,
      descending: orderBy?.direction === 'DESC' || undefined,
      fields: memberFields(info, [...nodesAt(info, nodes, ['nodes']), ...nodesAt(info, nodes, ['edges', 'node'])]),
    })
  })
}

export function teamPage(info: GraphQLResolveInfo, nodes: Nodes): string {
  return kept(pages, info, nodes, () =>
    pageText(info, pageArguments.parse(argumentsOf(info, 'Organization', 'teams', nodes)), nodes),
  )
}

export function invitationPage(info: GraphQLResolveInfo, nodes: Nodes): string {
  return kept(pages, info, nodes, () => {
    const { status, ...page } = invitationArguments.parse(argumentsOf(info, 'Organization', 'invitations', nodes))
    return pageText(info, page, nodes, { status: status ?? undefined })
  })
}

export function ownPage(info: GraphQLResolveInfo, nodes: Nodes): string {
  return pageText(info, pageArguments.parse(argumentsOf(info, 'Viewer', 'organizations', nodes)), nodes)
}

type Kept<T> = { readonly value: T } | 'varies'
const organizations = new WeakMap<ASTNode, Kept<Parts>>()
const pages = new WeakMap<ASTNode, Kept<string>>()

/** What no variable touches asks for the same in each request, so the answer is kept with its node. */
function kept<T>(
  known: WeakMap<ASTNode, Kept<T>>,
  info: GraphQLResolveInfo,
  [node, another]: readonly ASTNode[],
  compute: () => T,
): T {
  if (!node || another) return compute() // merged with others, which may be different ones elsewhere
  const before = known.get(node)
  if (before && before !== 'varies') return before.value
  const value = compute()
  if (!before) known.set(node, usesVariables(info, node) ? 'varies' : { value })
  return value
}

function usesVariables(info: GraphQLResolveInfo, node: ASTNode): boolean {
  let found = false
  visit(node, {
    Variable: () => {
      found = true
      return BREAK
    },
    FragmentSpread: ({ name }) => {
      const fragment = info.fragments[name.value]
      found ||= fragment !== undefined && usesVariables(info, fragment)
    },
  })
  return found
}

/** A page and what of it is selected, as the JSON text that the batch read takes. Throws BAD_USER_INPUT. */
function pageText(info: GraphQLResolveInfo, page: PageArguments, nodes: Nodes, more: object = {}): string {
  const total = selectedFields(info, nodes).has('totalCount') || undefined
  const cursors = nodesAt(info, nodes, ['edges', 'cursor']).length > 0 || undefined
  return JSON.stringify({ ...parsePage(page), total, cursors, ...more })
}

/** What of each member is needed; the ids always come. */
function memberFields(info: GraphQLResolveInfo, nodes: Nodes): string[] {
  const member = selectedFields(info, nodes)
  const user = selectedFields(info, member.get('user') ?? [])
  return [
    ...(member.has('organization') ? ['organizationId'] : []),
    ...(member.has('roles') ? ['role'] : []),
    ...(member.has('createdAt') ? ['createdAt'] : []),
    ...(member.has('team') ? ['team'] : []),
    ...['name', 'email', 'image'].flatMap((field) => (user.has(field) ? [`user.${field}`] : [])),
  ]
}

function argumentsOf(info: GraphQLResolveInfo, type: string, field: string, [node]: Nodes): Record<string, unknown> {
  const object = info.schema.getType(type)
  const definition = isObjectType(object) ? object.getFields()[field] : undefined
  return definition && node ? getArgumentValues(definition, node, info.variableValues) : {}
}

/**
 * The page of one field, unless it is not selected or its arguments are refused, which the field itself will say. Of
 * several aliases only the first comes along: each of the others is a call of its own.
 */
function ahead(
  name: 'members' | 'teams' | 'invitations',
  fields: Map<string, FieldNode[]>,
  page: (nodes: Nodes) => string,
): Parts {
  const [first, ...others] = fields.get(name) ?? []
  if (!first) return {}
  try {
    return { [name]: page([first, ...others.filter((node) => node.alias?.value === first.alias?.value)]) }
  } catch {
    return {}
  }
}
