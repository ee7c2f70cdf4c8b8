import type { FormError } from 'kit'
import { mutate } from 'kit/graphql'
import type { Role } from '../generated/graphql.ts'
import { inviteMutation } from './invitation-mutations.ts'

export interface Refused {
  email: string
  refusal: FormError
}

/** Invites one after the other; answers those that were refused. Without a connection the rest is not tried. */
export async function inviteAll(organizationId: string, addresses: string[], roles: Role[]): Promise<Refused[]> {
  const refused: Refused[] = []
  for (const [index, email] of addresses.entries()) {
    const { data, error } = await mutate(inviteMutation, { input: { organizationId, email, roles } })
    const refusal = error ?? data.inviteMember.userErrors[0]
    if (error?.status === 0)
      return [...refused, ...addresses.slice(index).map((rest) => ({ email: rest, refusal: error }))]
    if (refusal) refused.push({ email, refusal })
  }
  return refused
}
