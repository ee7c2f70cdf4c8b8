import type { GraphQLResolveInfo } from 'graphql'
import type { GatewayContext } from '../context.ts'
import { toUserErrors } from '../errors.ts'
import { organizationParts } from '../look-ahead/parts.ts'
import { Selection } from '../look-ahead/selection.ts'
import { localId } from '../relay/global-id.ts'
import { toMember } from '../sources/member.ts'
import type { Outcome } from '../sources/outcome.ts'

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
    const userErrors = toUserErrors(refusal, input)
    if (!userErrors) throw refusal
    return { userErrors }
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
    id === undefined ? null : ctx.reads.organization({ id }, organizationParts(new Selection(info))),
}

/** A payload with the membership as it is after the change. */
export const changedMember = {
  ...payload,
  member: async ({ memberId }: Outcome, _: unknown, ctx: GatewayContext) => {
    const member = memberId === undefined ? null : await ctx.reads.member(memberId)
    return member && toMember(member)
  },
}
