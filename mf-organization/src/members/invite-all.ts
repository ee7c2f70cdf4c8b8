import type { FormError } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import type { InviteMemberInput } from '../generated/graphql.ts'
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

/** Runs a call again after a question to the reader, if it needs a fresh session; answers its refusal. */
type Freshly = (act: () => Promise<FormError | null>) => Promise<FormError | null>

/** Invites one after the other. What no invitation would get past stops it, so that nobody is asked in vain. */
export async function inviteAll(
  to: Pick<InviteMemberInput, 'organizationId' | 'roles' | 'teamId'>,
  addresses: string[],
  freshly: Freshly,
): Promise<Invited> {
  const sent: string[] = []
  const refused: Refused[] = []
  for (const [index, email] of addresses.entries()) {
    let isStopped = false
    const refusal = await freshly(async () => {
      const answer = await mutate(inviteMutation, { input: { ...to, email } })
      isStopped = answer.error !== null
      return refusalOf(answer)
    })
    if (refusal && (isStopped || refusal.code === 'SESSION_IS_NOT_FRESH')) {
      return { sent, refused, rest: addresses.slice(index), stop: refusal }
    }
    if (refusal) refused.push({ email, refusal })
    else sent.push(email)
  }
  return { sent, refused, rest: [], stop: null }
}
