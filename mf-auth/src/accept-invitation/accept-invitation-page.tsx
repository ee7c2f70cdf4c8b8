import {
  authClient,
  LoadFailure,
  loadSession,
  type RefusalOf,
  request,
  useLocation,
  useParams,
  useRequest,
  useSession,
  type User,
} from 'kit'
import type { ComponentProps, ComponentType } from 'react'
import { emailedAddresses, useEmailedToken } from '../emailed-token.ts'
import { FullOrganization, InvalidInvitation, InvalidLink, SignedOut } from './invitation-states.tsx'
import { ClosedInvitation } from './closed-invitation.tsx'
import { InvitationPage, InvitationWaiting } from './invitation-page.tsx'
import type { Invitation } from './invitation-summary.tsx'
import { OpenInvitation } from './open-invitation.tsx'
import { WrongAccount } from './wrong-account.tsx'

/** Depends on the link and on the signed-in user. Opening the page changes nothing. */
export default function AcceptInvitationPage() {
  const { invitationId = '' } = useParams()
  const token = useEmailedToken()
  return token ? (
    <ByLink key={invitationId} invitationId={invitationId} token={token} />
  ) : (
    <BySession key={invitationId} invitationId={invitationId} />
  )
}

/** The emailed token grants access to the invitation, no matter who is signed in. */
function ByLink({ invitationId, token }: { invitationId: string; token: string }) {
  const { pathname } = useLocation()
  const [response, reload] = useRequest(`${invitationId} ${token}`, async () => {
    const body = { invitationId, token }
    const read = await request(() => authClient.POST('/organization/read-mailed-invitation', { body }))
    if (read.data) emailedAddresses.set(pathname, read.data.email)
    return read
  })
  if (!response) return <InvitationWaiting />
  const { data, error } = response
  if (error?.code === notFound) return <BySession invitationId={invitationId} isLinkInvalid />
  if (error) return <Failed error={error} onRetry={reload} />
  if (data.status === 'full') return <FullOrganization name={data.organizationName} onRetry={reload} />
  if (data.status === 'pending') return <BySession invitationId={invitationId} invitation={data} onRefused={reload} />
  return <ClosedInvitation invitation={data} status={data.status} />
}

const Failed = (props: ComponentProps<typeof LoadFailure>) => (
  <InvitationPage>
    <LoadFailure {...props} />
  </InvitationPage>
)

const notFound = 'INVITATION_NOT_FOUND' satisfies RefusalOf<'/organization/read-mailed-invitation'>

interface BySessionProps {
  invitationId: string
  invitation?: Invitation
  isLinkInvalid?: boolean
  onRefused?: () => void
}

function BySession({ invitation, invitationId, isLinkInvalid, onRefused = () => {} }: BySessionProps) {
  const session = useSession()
  if (session.status === 'loading') return <InvitationWaiting />
  if (session.status === 'failed') return <Failed error={session.error} onRetry={() => void loadSession()} />
  if (session.status === 'signed-out') return isLinkInvalid ? <InvalidLink /> : <SignedOut invitation={invitation} />
  const { user } = session
  if (!invitation) return <ForRecipient key={user.id} user={user} invitationId={invitationId} />
  if (user.email !== invitation.email.toLowerCase()) return <WrongAccount user={user} invited={invitation.email} />
  return <OpenInvitation invitation={invitation} invitationId={invitationId} onRefused={onRefused} />
}

/** Without the token, for instance after a reload, only the invited user may see the invitation. */
function ForRecipient({ user, invitationId }: { user: User; invitationId: string }) {
  const [response, reload] = useRequest(`${user.id} ${invitationId}`, () =>
    request(() => authClient.GET('/organization/get-invitation', { params: { query: { id: invitationId } } })),
  )
  if (!response) return <InvitationWaiting />
  if (!response.error)
    return <OpenInvitation invitation={response.data} invitationId={invitationId} onRefused={reload} />
  const Refused = states[response.error.code]
  return Refused ? <Refused user={user} /> : <Failed error={response.error} onRetry={reload} />
}

const states: Partial<Record<string, ComponentType<{ user: User }>>> = {
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: WrongAccount,
  INVITATION_NOT_FOUND: InvalidInvitation,
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: InvalidInvitation,
} satisfies Record<RefusalOf<'/organization/get-invitation'>, unknown>
