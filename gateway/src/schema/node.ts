import type { GatewayContext } from '../context.ts'
import { badUserInput } from '../errors.ts'
import type { Resolvers } from '../generated/resolvers.ts'
import { largestPage } from '../relay/connection.ts'
import { parseGlobalId, type NodeKind } from '../relay/global-id.ts'
import type { Parts } from '../batch-reader.ts'
import { organizationParts } from './parts.ts'

/** Any object with a global id, and which kind it is. */
export type NodeSource = { readonly __typename: NodeKind } & object

async function readNode(ctx: GatewayContext, globalId: string, parts: Parts): Promise<NodeSource | null> {
  const { kind, id } = parseGlobalId(globalId) ?? {}
  if (kind === undefined || id === undefined) return null
  const read = {
    Organization: () => ctx.reads.organization({ id }, parts),
    Member: () => ctx.reads.member(id),
    Team: () => ctx.reads.team(id),
    Invitation: () => ctx.reads.invitation(id),
    User: () => ctx.reads.user(id),
  }[kind]
  const found = await read()
  return found && Object.assign(found, { __typename: kind })
}

export const nodeResolvers: Resolvers = {
  Query: {
    node: (_, { id }, ctx, info) => readNode(ctx, id, organizationParts(info, info.fieldNodes)),
    nodes: async (_, { ids }, ctx, info) => {
      if (ids.length > largestPage) throw badUserInput(`At most ${largestPage} ids, not ${ids.length}.`)
      const parts = organizationParts(info, info.fieldNodes)
      return Promise.all(ids.map((id) => readNode(ctx, id, parts)))
    },
  },
  Node: { __resolveType: ({ __typename }) => __typename },
}
