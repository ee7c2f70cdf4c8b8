import type { FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Organization } from './organization.sql.ts'

/** An organization whose metadata is the JSON text of the row: what reads answer. */
export const organizationSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    slug: z.string(),
    logo: z.string().nullable(),
    metadata: z.string().nullable().meta({ description: 'JSON text' }),
    createdAt: z.date(),
  })
  .meta({ id: 'Organization' })

/** An organization whose metadata is an object, absent when there is none: what create and update answer. */
export const savedOrganizationSchema = organizationSchema
  .extend({ metadata: z.record(z.string(), z.unknown()).optional() })
  .meta({ id: 'SavedOrganization' })

export const memberSchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    userId: z.string(),
    role: z.string().meta({ description: 'Roles, separated by commas' }),
    teamId: z.string().nullable(),
    createdAt: z.date(),
  })
  .meta({ id: 'Member' })

export const memberWithUserSchema = memberSchema
  .extend({ user: z.object({ id: z.string(), name: z.string(), email: z.string(), image: z.string().nullable() }) })
  .meta({ id: 'MemberWithUser' })

export const invitationSchema = z
  .object({
    id: z.string(),
    organizationId: z.string(),
    email: z.string(),
    role: z.string().nullable().meta({ description: 'Roles, separated by commas' }),
    teamId: z.string().nullable(),
    status: z.enum(['pending', 'accepted', 'rejected', 'canceled']),
    expiresAt: z.date(),
    inviterId: z.string(),
  })
  .meta({ id: 'Invitation' })

export const receivedInvitationSchema = invitationSchema
  .extend({ organizationName: z.string(), organizationSlug: z.string(), inviterEmail: z.string() })
  .meta({ id: 'ReceivedInvitation' })

export const teamSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    organizationId: z.string(),
    createdAt: z.date(),
    updatedAt: z.date().nullable(),
  })
  .meta({ id: 'Team' })

export const fullOrganizationSchema = organizationSchema
  .extend({
    invitations: z.array(invitationSchema),
    members: z.array(memberWithUserSchema),
    teams: z.array(teamSchema),
  })
  .meta({ id: 'FullOrganization' })

/** The form of create's and update's answer. */
export function toSavedOrganization({ metadata, ...rest }: Organization): z.infer<typeof savedOrganizationSchema> {
  if (metadata === null) return rest
  const parsed = z.record(z.string(), z.unknown()).safeParse(JSON.parse(metadata))
  return parsed.success ? { ...rest, metadata: parsed.data } : rest
}

/**
 * Answers JSON text that PostgreSQL has built, as it is. Parsing and writing it again would cost more than all the rest
 * of the request; that it has the form which the route declares is what the tests check.
 */
export function sendJson(reply: FastifyReply, json: string | null): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json ?? 'null')
}
