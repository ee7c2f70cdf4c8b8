import type { GatewayContext } from '../context.ts'
import { badUserInput } from '../errors.ts'
import { organizationParts } from '../look-ahead/parts.ts'
import { Selection } from '../look-ahead/selection.ts'
import { maxPageSize } from 'contract/graphql/limits.ts'
import { parseGlobalId } from '../relay/global-id.ts'
import type { Parts } from '../upstream/batch-reader.ts'
import { toMember, toUser, type NodeSource } from '../sources.ts'
import type { Resolvers } from './generated/resolvers.ts'

async function readNode(ctx: GatewayContext, globalId: string, parts: Parts): Promise<NodeSource | null> {
  const { kind, id } = parseGlobalId(globalId) ?? {}
  if (kind === undefined || id === undefined) return null
  const read = {
    Organization: () => ctx.reads.organization({ id }, parts),
    Member: async () => mapped(await ctx.reads.member(id), toMember),
    Team: () => ctx.reads.team(id),
    Invitation: () => ctx.reads.invitation(id),
    User: async () => mapped(await ctx.reads.user(id), toUser),
  }[kind]
  const object = await read()
  return object && Object.assign(object, { __typename: kind })
}

const mapped = <A, B>(value: A | null, map: (value: A) => B): B | null => (value === null ? null : map(value))

export const nodeResolvers = {
  Query: {
    node: (_, { id }, ctx, info) => readNode(ctx, id, organizationParts(new Selection(info))),
    nodes: async (_, { ids }, ctx, info) => {
      if (ids.length > maxPageSize) throw badUserInput(`At most ${maxPageSize} ids are accepted, not ${ids.length}.`)
      const parts = organizationParts(new Selection(info))
      return Promise.all(ids.map((id) => readNode(ctx, id, parts))) // ctx.reads removes duplicates
    },
  },
  Node: { __resolveType: ({ __typename }) => __typename },
} satisfies Resolvers
