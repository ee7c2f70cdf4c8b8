import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  LinkButton,
  LoadFailure,
  Notice,
  Panel,
  request,
  Stack,
  TextLink,
  useFailure,
  useRequest,
  type User,
  Waiting,
} from 'kit'
import { useState } from 'react'
import { InvitedHint } from '../invited-hint.tsx'
import { organizationTexts } from '../organization-texts.ts'
import { NoOrganizations, OrganizationRow } from './organization-row.tsx'
import { ReceivedInvitation } from './received-invitation.tsx'
import { useRoleText } from './use-role-text.ts'

interface Props {
  user: User
  maxShown?: number
  /** Whether something else on the page asks to verify the email. */
  isAsked?: boolean
}

/** Invitations, then organizations. Uses REST, so that the start page needs no GraphQL. */
export function Organizations({ user, maxShown = Infinity, isAsked = false }: Props) {
  const { t } = useLingui()
  const roleText = useRoleText()
  const { failure, failed } = useFailure(organizationTexts)
  const [declined, setDeclined] = useState<string>()
  const [list, reloadList] = useRequest(`organizations of ${user.id}`, () =>
    request(() => authClient.GET('/organization/list')),
  )
  const [proof, reloadProof] = useRequest(user.id, () => request(() => authClient.GET('/address-to-prove')))
  const isProved = proof?.data?.isProved === true
  const [received, reloadReceived] = useRequest(isProved ? `invitations of ${user.id}` : null, () =>
    request(() => authClient.GET('/organization/list-user-invitations')),
  )
  const lost = list?.error ?? proof?.error ?? received?.error
  const reload = () => {
    reloadList()
    reloadProof()
    reloadReceived()
  }
  if (lost) return <LoadFailure error={lost} onRetry={reload} />
  if (!list?.data || !proof || (isProved && !received?.data)) return <Waiting lines={4} />
  const invitations = received?.data ?? []
  const organizations = list.data.slice(0, maxShown)
  const create = (
    <LinkButton to="/organizations/new" variant={list.data.length === 0 ? 'filled' : 'default'}>
      <Trans>Create organization</Trans>
    </LinkButton>
  )
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
      {list.data.length > 0 && (
        <div className="kit-bar">
          {create}
          {list.data.length > maxShown && (
            <TextLink to="/organizations">
              <Trans>All organizations</Trans>
            </TextLink>
          )}
        </div>
      )}
      {!isProved && !isAsked && (
        <Panel>
          <InvitedHint email={user.email} />
        </Panel>
      )}
    </Stack>
  )
}
