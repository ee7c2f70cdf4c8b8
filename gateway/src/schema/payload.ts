import type { GraphQLResolveInfo } from 'graphql'
import type { GatewayContext } from '../context.ts'
import { toUserErrors } from '../user-errors.ts'
import { organizationParts } from '../look-ahead/parts.ts'
import { Selection } from '../look-ahead/selection.ts'
import { localId } from '../relay/global-id.ts'
import { toMember, type Outcome } from '../sources.ts'
import type { Upstream } from '../upstream/upstream.ts'

/** Without an id rest-auth uses the active organization. */
export const organizationIdOf = ({ organizationId: id }: { organizationId?: string | null | undefined }) =>
  id == null ? undefined : localId('Organization', id)

/** Makes a mutation's resolver: returns refusals that users can act on, and clears cached reads. */
export const change =
  <Input extends object>(run: (upstream: Upstream, input: Input) => Promise<Omit<Outcome, 'query' | 'userErrors'>>) =>
  async (_: unknown, { input }: { input: Input }, { upstream, reads }: GatewayContext): Promise<Outcome> => {
    try {
      return { ...(await run(upstream, input)), query: {}, userErrors: [] }
    } catch (refusal) {
      const userErrors = toUserErrors(refusal, input)
      if (!userErrors) throw refusal
      return { query: {}, userErrors }
    } finally {
      reads.clear()
    }
  }

export const organization = (
  { organizationId: id }: Pick<Outcome, 'organizationId'>,
  _: unknown,
  ctx: GatewayContext,
  info: GraphQLResolveInfo,
) => (id === undefined ? null : ctx.reads.organization({ id }, organizationParts(new Selection(info))))

export const changedOrganization = { organization }

export const changedMember = {
  member: async ({ memberId }: Outcome, _: unknown, ctx: GatewayContext) => {
    const member = memberId === undefined ? null : await ctx.reads.member(memberId)
    return member && toMember(member)
  },
}
