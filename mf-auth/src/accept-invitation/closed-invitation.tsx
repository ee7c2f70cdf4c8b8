import { Trans } from '@lingui/react/macro'
import { LinkButton, Text, useFormat, useSession } from 'kit'
import type { ReactNode } from 'react'
import { InvitationPage } from './invitation-page.tsx'
import { ToStart } from './invitation-states.tsx'
import type { Invitation } from './invitation-summary.tsx'

type Closed = 'accepted' | 'rejected' | 'canceled' | 'expired' | 'lapsed'

interface ClosedProps {
  invitation: Pick<Invitation, 'email' | 'expiresAt' | 'organizationName' | 'organizationSlug'>
  status: Closed
}

export function ClosedInvitation({ invitation, status }: ClosedProps) {
  const session = useSession()
  const format = useFormat()
  const { email, organizationName, organizationSlug } = invitation
  const end = format.dateTime(invitation.expiresAt)
  const isOthers = session.status === 'signed-in' && session.user.email !== email.toLowerCase()
  const texts: Record<Closed, ReactNode> = {
    accepted: (
      <Trans>
        The invitation to <strong>{organizationName}</strong> was already accepted.
      </Trans>
    ),
    rejected: (
      <Trans>
        The invitation to <strong>{organizationName}</strong> was declined. To join after all, ask the person who sent
        it for a new one.
      </Trans>
    ),
    canceled: (
      <Trans>
        The invitation to <strong>{organizationName}</strong> was canceled or replaced by a newer one. Look for a newer
        email, or ask the person who sent it.
      </Trans>
    ),
    expired: (
      <Trans>
        The invitation to <strong>{organizationName}</strong> expired on {end}. Ask the person who sent it for a new
        one.
      </Trans>
    ),
    lapsed: (
      <Trans>
        The invitation to <strong>{organizationName}</strong> is no longer valid: the person who sent it has left or may
        no longer invite people. Ask someone else there for a new one.
      </Trans>
    ),
  }
  return (
    <InvitationPage>
      <Text>{texts[status]}</Text>
      {status === 'accepted' && !isOthers ? (
        <LinkButton to={`/organizations/${encodeURIComponent(organizationSlug)}`}>
          <Trans>Go to {organizationName}</Trans>
        </LinkButton>
      ) : (
        <ToStart />
      )}
    </InvitationPage>
  )
}
