import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  LinkButton,
  LoadFailure,
  Notice,
  Panel,
  request,
  Stack,
  type StartCardProps,
  TextLink,
  useFailure,
  useRequest,
  type User,
  Waiting,
} from 'kit'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { InvitedHint } from '../invited-hint.tsx'
import { organizationTexts } from '../organization-texts.ts'
import { listOrganizations, NoOrganizations, OrganizationRow } from './organization-row.tsx'
import { listInvitations, ReceivedInvitation } from './received-invitation.tsx'
import { useRoleText } from './use-role-text.ts'

const MAX_IN_CARD = 8

interface Props {
  user: User
  /** On the start page, which asks to verify the email. */
  isCard?: boolean
}

/** Invitations, then organizations. Uses REST, so that the start page needs no GraphQL. */
export function Organizations({ user, isCard = false }: Props) {
  const { t } = useLingui()
  const roleText = useRoleText()
  const { failure, failed } = useFailure(organizationTexts)
  const [declined, setDeclined] = useState<string>()
  const [list, reloadList] = useRequest(`organizations of ${user.id}`, listOrganizations)
  const [proof, reloadProof] = useRequest(user.id, () => request(() => authClient.GET('/address-to-prove')))
  const isProved = proof?.data?.isProved === true
  const [received, reloadReceived] = useRequest(isProved ? `invitations of ${user.id}` : null, listInvitations)
  const lost = list?.error ?? proof?.error ?? received?.error
  const reload = () => {
    reloadList()
    reloadProof()
    reloadReceived()
  }
  if (lost) return <LoadFailure error={lost} onRetry={reload} />
  if (!list?.data || !proof || (isProved && !received?.data)) return <Waiting lines={4} />
  const invitations = received?.data ?? []
  const organizations = isCard ? list.data.slice(0, MAX_IN_CARD) : list.data
  const create = isCard && <CreateButton variant={list.data.length === 0 ? 'filled' : 'default'} />
  return (
    <Stack>
      {failure}
      <Notice>{declined && t`You declined the invitation to ${declined}.`}</Notice>
      <div className="kit-card">
        {invitations.length + organizations.length > 0 && (
          <ul className="kit-rows" aria-label={t`Organizations`}>
            {invitations.map((invitation) => (
              <ReceivedInvitation
                key={invitation.id}
                invitation={invitation}
                role={roleText(invitation.role)}
                onAnswer={(refusal) => {
                  setDeclined(failed(refusal) ? undefined : invitation.organizationName)
                  reload()
                }}
              />
            ))}
            {organizations.map((organization) => (
              <OrganizationRow key={organization.id} organization={organization} />
            ))}
          </ul>
        )}
        {list.data.length === 0 && <NoOrganizations>{create}</NoOrganizations>}
      </div>
      {isCard && list.data.length > 0 && (
        <div className="kit-bar">
          {create}
          {list.data.length > MAX_IN_CARD && (
            <TextLink to="/organizations">
              <Trans>All organizations</Trans>
            </TextLink>
          )}
        </div>
      )}
      {!isProved && !(isCard && !user.emailVerified) && (
        <Panel>
          <InvitedHint email={user.email} />
        </Panel>
      )}
    </Stack>
  )
}

export const OrganizationsCard = ({ user }: StartCardProps) => <Organizations user={user} isCard />

export const CreateButton = ({ variant = 'filled' }) => (
  <LinkButton to="/organizations/new" variant={variant} leftSection={<Plus size={16} />}>
    <Trans>Create organization</Trans>
  </LinkButton>
)
