import { makeExecutableSchema } from '@graphql-tools/schema'
import type { GraphQLSchema } from 'graphql'
import { actorResolvers } from './actor.ts'
import { apiKeyResolvers } from './api-key.ts'
import { auditLogResolvers } from './audit-log.ts'
import { invitationResolvers } from './invitation.ts'
import { memberResolvers } from './member.ts'
import { nodeResolvers } from './node.ts'
import { organizationResolvers } from './organization.ts'
import { rateLimitResolvers } from './rate-limit.ts'
import { roleResolvers } from './role.ts'
import { scalarResolvers } from './scalars.ts'
import { teamResolvers } from './team.ts'
import { typeDefs } from './type-defs.ts'
import { webhookResolvers } from './webhook.ts'
import { viewerResolvers } from './viewer.ts'

export const resolvers = [
  scalarResolvers,
  nodeResolvers,
  viewerResolvers,
  actorResolvers,
  organizationResolvers,
  memberResolvers,
  teamResolvers,
  roleResolvers,
  invitationResolvers,
  auditLogResolvers,
  webhookResolvers,
  apiKeyResolvers,
  rateLimitResolvers,
]

export const schema: GraphQLSchema = makeExecutableSchema({ typeDefs, resolvers })
