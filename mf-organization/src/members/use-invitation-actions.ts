import { useLingui } from '@lingui/react/macro'
import { type FormError, useStepUp } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useCallback, useState } from 'react'
import { failureOf } from './sequentially.ts'
import { cancelMutation, resendInvitation } from './invitation-mutations.ts'
import type { OpenInvitation } from './member.ts'

/** `refused` describes the last call. */
export function useInvitationActions(
  organizationId: string,
  onSay: (message: string | undefined) => void,
  onChanged: () => void,
) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  const [refused, setRefused] = useState<{ id: string; refusal: FormError }>()
  const settle = useCallback(
    ({ id }: OpenInvitation, refusal: FormError | null, done: string) => {
      setRefused(refusal ? { id, refusal } : undefined)
      onSay(refusal ? undefined : done)
      onChanged()
    },
    [onSay, onChanged],
  )
  const resend = useCallback(
    async (invitation: OpenInvitation) => {
      onSay(undefined)
      const refusal = await freshly(async () => failureOf(await resendInvitation(organizationId, invitation)))
      const { email: invited } = invitation
      settle(invitation, refusal, t`The invitation to ${invited} is on its way.`)
    },
    [freshly, onSay, organizationId, settle, t],
  )
  // Lacks the token that proves access to the mailbox: only the invited user can use it.
  const copyLink = useCallback(
    async ({ databaseId, email }: OpenInvitation) => {
      const link = new URL(`/accept-invitation/${encodeURIComponent(databaseId)}`, location.origin).href
      try {
        await navigator.clipboard.writeText(link)
        onSay(t`Link copied. Only ${email} can use it.`)
      } catch {
        onSay(t`Your browser doesn’t allow copying. The link for ${email} is ${link}`)
      }
    },
    [onSay, t],
  )
  const cancel = async (invitation: OpenInvitation) => {
    const { id, email } = invitation
    const done = t`The invitation to ${email} was canceled.`
    setRefused(undefined)
    onSay(done)
    const gone = { __typename: 'Invitation' as const, id, status: 'CANCELED' as const }
    const expected = { cancelInvitation: { invitation: gone, userErrors: [] } }
    settle(invitation, refusalOf(await mutate(cancelMutation, { input: { invitationId: id } }, expected)), done)
  }
  return { refused, resend, copyLink, cancel, stepUp }
}
