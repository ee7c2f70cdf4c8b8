import type { FormError } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import type { Role } from '../generated/graphql.ts'
import { inviteMutation } from './invitation-mutations.ts'

interface Refused {
  email: string
  refusal: FormError
}

export interface Invited {
  sent: string[]
  refused: Refused[]
  /** What was not tried any more, and why: too many at once, no connection, no session. */
  rest: string[]
  stop: FormError | null
}

/** Invites one after the other. What no invitation would get past stops it, so that nobody is asked in vain. */
export async function inviteAll(organizationId: string, addresses: string[], roles: Role[]): Promise<Invited> {
  const sent: string[] = []
  const refused: Refused[] = []
  for (const [index, email] of addresses.entries()) {
    const answer = await mutate(inviteMutation, { input: { organizationId, email, roles } })
    if (answer.error) return { sent, refused, rest: addresses.slice(index), stop: answer.error }
    const refusal = refusalOf(answer)
    if (refusal) refused.push({ email, refusal })
    else sent.push(email)
  }
  return { sent, refused, rest: [], stop: null }
}
