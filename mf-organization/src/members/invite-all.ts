import type { FormError } from 'kit'
import { mutate } from 'kit/graphql'
import type { InviteMemberInput } from '../generated/graphql.ts'
import { inTurn, type Outcome } from './in-turn.ts'
import { inviteMutation } from './invitation-mutations.ts'

export interface Invited extends Pick<Outcome<string>, 'rest' | 'stop'> {
  sent: string[]
  refused: { email: string; refusal: FormError }[]
}

/** Invites one after the other. */
export async function inviteAll(
  to: Pick<InviteMemberInput, 'organizationId' | 'roles' | 'teamId'>,
  addresses: string[],
  freshly: Parameters<typeof inTurn>[2]['freshly'],
): Promise<Invited> {
  const invite = (email: string) => mutate(inviteMutation, { input: { ...to, email } })
  const { done, refused, rest, stop } = await inTurn(addresses, invite, { freshly })
  return { sent: done, refused: refused.map(({ item: email, refusal }) => ({ email, refusal })), rest, stop }
}
