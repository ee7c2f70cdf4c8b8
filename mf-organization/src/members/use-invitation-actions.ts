import { useLingui } from '@lingui/react/macro'
import { type FormError, useStepUp } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useCallback, useState } from 'react'
import { failureOf } from './sequentially.ts'
import { cancelMutation, resendInvitation } from './invitation-mutations.ts'
import type { OpenInvitation } from './member.ts'

/** `message` and `refused` describe the last call. */
export function useInvitationActions(organizationId: string, onChanged: () => void) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  const [message, setMessage] = useState<string>()
  const [refused, setRefused] = useState<{ id: string; refusal: FormError }>()
  const settle = useCallback(
    ({ id }: OpenInvitation, refusal: FormError | null, done?: string) => {
      setRefused(refusal ? { id, refusal } : undefined)
      setMessage(refusal ? undefined : done)
      onChanged()
    },
    [onChanged],
  )
  const resend = useCallback(
    async (invitation: OpenInvitation) => {
      const refusal = await freshly(async () => failureOf(await resendInvitation(organizationId, invitation)))
      const { email: invited } = invitation
      settle(invitation, refusal, t`The invitation to ${invited} is on its way.`)
    },
    [freshly, organizationId, settle, t],
  )
  const cancel = async (invitation: OpenInvitation) => {
    const { id, email } = invitation
    const done = t`The invitation to ${email} was cancelled.`
    setRefused(undefined)
    setMessage(done)
    const gone = { __typename: 'Invitation' as const, id, status: 'CANCELED' as const }
    const expected = { cancelInvitation: { invitation: gone, userErrors: [] } }
    settle(invitation, refusalOf(await mutate(cancelMutation, { input: { invitationId: id } }, expected)), done)
  }
  const report = (done: string | undefined) => {
    setMessage(done)
    onChanged()
  }
  return { message, report, refused, resend, cancel, stepUp }
}
