import type { GraphQLResolveInfo } from 'graphql'
import type { GatewayContext } from '../context.ts'
import { toUserErrors } from '../user-errors.ts'
import { organizationParts } from '../look-ahead/parts.ts'
import { Selection } from '../look-ahead/selection.ts'
import { localId } from '../relay/global-id.ts'
import { toMember, type Outcome } from '../sources.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** The id for rest-auth, which takes the active organization if there is none. */
export const organizationIdOf = ({ organizationId: id }: { organizationId?: string | null | undefined }) =>
  id == null ? undefined : localId('Organization', id)

/**
 * The resolver of a mutation. Refusals that a person can act on become the outcome; other failures are thrown. Whatever was
 * read before is read again afterwards.
 */
export const change =
  <Input extends object>(run: (upstream: Upstream, input: Input) => Promise<Omit<Outcome, 'userErrors'>>) =>
  async (_: unknown, { input }: { input: Input }, { upstream, reads }: GatewayContext): Promise<Outcome> => {
    try {
      return { ...(await run(upstream, input)), userErrors: [] }
    } catch (refusal) {
      const userErrors = toUserErrors(refusal, input)
      if (!userErrors) throw refusal
      return { userErrors }
    } finally {
      reads.clear()
    }
  }

/** Every payload has a field to read on. */
export const payload = { query: () => ({}) }

/** A payload with the organization after the change. */
export const changedOrganization = {
  ...payload,
  organization: ({ organizationId: id }: Outcome, _: unknown, ctx: GatewayContext, info: GraphQLResolveInfo) =>
    id === undefined ? null : ctx.reads.organization({ id }, organizationParts(new Selection(info))),
}

/** A payload with the member after the change. */
export const changedMember = {
  ...payload,
  member: async ({ memberId }: Outcome, _: unknown, ctx: GatewayContext) => {
    const member = memberId === undefined ? null : await ctx.reads.member(memberId)
    return member && toMember(member)
  },
}
