import type { FormError } from 'kit'
import { mutate } from 'kit/graphql'
import type { InviteMemberInput } from '../generated/graphql.ts'
import { inTurn, withoutEmail, type Outcome } from './in-turn.ts'
import { inviteMutation } from './invitation-mutations.ts'

export interface Invited extends Pick<Outcome<string>, 'rest' | 'stop'> {
  sent: string[]
  refused: { email: string; refusal: FormError }[]
  /** Invited without an email. */
  unsent: string[]
}

/** Invites one after the other. */
export async function inviteAll(
  to: Pick<InviteMemberInput, 'organizationId' | 'roles' | 'teamId'>,
  addresses: string[],
  freshly: Parameters<typeof inTurn>[2]['freshly'],
): Promise<Invited> {
  const invite = (email: string) => mutate(inviteMutation, { input: { ...to, email } })
  const { done, refused, rest, stop } = await inTurn(addresses, invite, { freshly })
  const unsent = refused.filter(({ refusal }) => refusal.code === withoutEmail)
  return {
    sent: done,
    unsent: unsent.map(({ item }) => item),
    refused: refused.filter((one) => !unsent.includes(one)).map(({ item: email, refusal }) => ({ email, refusal })),
    rest,
    stop,
  }
}
