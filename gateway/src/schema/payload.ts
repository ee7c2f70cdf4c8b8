import type { GraphQLResolveInfo } from 'graphql'
import type { GatewayContext } from '../context.ts'
import { toUserError } from '../errors.ts'
import type { UserError } from '../generated/resolvers.ts'
import { localId } from '../relay/global-id.ts'
import type { InvitationSource } from './invitation.ts'
import { organizationParts } from './parts.ts'

/** What a mutation came to: the objects it changed, by rest-auth's ids, or why it was refused. */
export interface Outcome {
  readonly organizationId?: string | undefined
  readonly memberId?: string | undefined
  readonly teamId?: string | undefined
  readonly invitation?: InvitationSource | undefined
  readonly userErrors: UserError[]
}

/** The id for rest-auth, which takes the active organization when none is given. */
export const organizationIdOf = ({ organizationId: id }: { organizationId?: string | null | undefined }) =>
  id == null ? undefined : localId('Organization', id)

/**
 * Runs a change. A refusal that a person can act on becomes the outcome; any other failure is thrown. Afterwards
 * everything is read anew, as it is after the change.
 */
export async function attempt(
  ctx: GatewayContext,
  input: object,
  change: () => Promise<Omit<Outcome, 'userErrors'>>,
): Promise<Outcome> {
  try {
    return { ...(await change()), userErrors: [] }
  } catch (refusal) {
    const userError = toUserError(refusal, input)
    if (!userError) throw refusal
    return { userErrors: [userError] }
  } finally {
    ctx.reads.clear()
  }
}

/** Every payload's way to read on. */
export const payload = { query: () => ({}) }

/** A payload with the organization as it is after the change. */
export const changedOrganization = {
  ...payload,
  organization: ({ organizationId: id }: Outcome, _: unknown, ctx: GatewayContext, info: GraphQLResolveInfo) =>
    id === undefined ? null : ctx.reads.organization({ id }, organizationParts(info, info.fieldNodes)),
}

/** A payload with the membership as it is after the change. */
export const changedMember = {
  ...payload,
  member: ({ memberId }: Outcome, _: unknown, ctx: GatewayContext) =>
    memberId === undefined ? null : ctx.reads.member(memberId),
}
