import { useLingui } from '@lingui/react/macro'
import {
  authClient,
  Page,
  Panel,
  type RefusalOf,
  request,
  useParams,
  useRequest,
  useSession,
  Waiting,
  type User,
} from 'kit'
import type { ComponentType } from 'react'
import { InvalidInvitation, SignedOut, UnknownFailure, WrongAccount } from './invitation-states.tsx'
import { OpenInvitation } from './open-invitation.tsx'

/** What one sees of an invitation depends on who is signed in. Opening the page changes nothing. */
export function AcceptInvitationPage() {
  const { t } = useLingui()
  const { invitationId = '' } = useParams()
  const session = useSession()
  return (
    <Page title={t`Invitation`} width="narrow">
      <Panel>
        {session.status === 'signed-in' ? (
          <InvitationFor key={session.user.id} user={session.user} invitationId={invitationId} />
        ) : session.status === 'signed-out' ? (
          <SignedOut />
        ) : (
          <Waiting />
        )}
      </Panel>
    </Page>
  )
}

function InvitationFor({ user, invitationId }: { user: User; invitationId: string }) {
  const [answer, reload] = useRequest(`${user.id} ${invitationId}`, () =>
    request(() => authClient.GET('/organization/get-invitation', { params: { query: { id: invitationId } } })),
  )
  if (!answer) return <Waiting />
  if (!answer.error) return <OpenInvitation invitation={answer.data} />
  const Refused = states[answer.error.code]
  return Refused ? <Refused user={user} /> : <UnknownFailure error={answer.error} onRetry={reload} />
}

/** What stands in the place of an invitation that may not be seen. */
const states: Partial<Record<string, ComponentType<{ user: User }>>> = {
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: WrongAccount,
  INVITATION_NOT_FOUND: InvalidInvitation,
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: InvalidInvitation,
} satisfies Record<RefusalOf<'/organization/get-invitation'>, unknown>
