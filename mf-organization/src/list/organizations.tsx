import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  LinkButton,
  LoadFailure,
  Toast,
  Panel,
  request,
  SectionHead,
  type StartCardProps,
  TextLink,
  useFailure,
  useRequest,
  type User,
  Waiting,
} from 'kit'
import Plus from 'lucide-react/icons/plus'
import { type ComponentProps, useEffect, useState } from 'react'
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
  /** "Join" is the main action then. */
  onInvited?: (isInvited: boolean) => void
}

/** Invitations, then organizations. Uses REST, so that the start page needs no GraphQL. */
export function Organizations({ user, isCard = false, onInvited }: Props) {
  const { t } = useLingui()
  const roleText = useRoleText()
  const { failure, failed } = useFailure(organizationTexts)
  const [declined, setDeclined] = useState<string>()
  const [list, reloadList] = useRequest(`organizations of ${user.id}`, listOrganizations)
  const [proof, reloadProof] = useRequest(user.id, () => request(() => authClient.GET('/address-to-prove')))
  const isProved = proof?.data?.isProved === true
  const [received, reloadReceived] = useRequest(isProved ? `invitations of ${user.id}` : null, listInvitations)
  const lost = list?.error ?? proof?.error ?? received?.error
  const isInvited = Boolean(received?.data?.length)
  useEffect(() => onInvited?.(isInvited), [isInvited, onInvited])
  const reload = () => {
    reloadList()
    reloadProof()
    reloadReceived()
  }
  if (lost) return <LoadFailure error={lost} onRetry={reload} what={t`Organizations`} />
  if (!list?.data || !proof || (isProved && !received?.data)) return <Waiting isList />
  const invitations = received?.data ?? []
  return (
    <div className="kit-own-sections">
      {failure}
      <Toast>{declined && t`You declined the invitation to ${declined}.`}</Toast>
      {isInvited && (
        <section className="kit-section" aria-label={t`Invitations`}>
          <SectionHead title={t`Invitations`} count={invitations.length} />
          <div className="kit-card">
            <ul className="kit-rows" aria-label={t`Invitations`}>
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
            </ul>
          </div>
        </section>
      )}
      <OwnOrganizations all={list.data} isCard={isCard} isInvited={isInvited} />
      {!isProved && !(isCard && !user.emailVerified) && (
        <Panel>
          <InvitedHint email={user.email} />
        </Panel>
      )}
    </div>
  )
}

interface OwnOrganizationsProps {
  all: ComponentProps<typeof OrganizationRow>['organization'][]
  isCard: boolean
  isInvited: boolean
}

function OwnOrganizations({ all, isCard, isInvited }: OwnOrganizationsProps) {
  const { t } = useLingui()
  const isEmpty = all.length === 0
  const shown = isCard ? all.slice(0, MAX_IN_CARD) : all
  const create = isCard && <CreateButton variant={isEmpty && !isInvited ? 'filled' : 'default'} />
  return (
    <section className="kit-section">
      {(isCard || (isInvited && !isEmpty)) && (
        <SectionHead
          title={t`Organizations`}
          count={isEmpty ? undefined : all.length}
          action={(isInvited || !isEmpty) && create}
        />
      )}
      {!isEmpty && (
        <div className="kit-card">
          <ul className="kit-rows" aria-label={t`Organizations`}>
            {shown.map((organization) => (
              <OrganizationRow key={organization.id} organization={organization} />
            ))}
          </ul>
        </div>
      )}
      {isEmpty && !isInvited && <NoOrganizations>{create}</NoOrganizations>}
      {shown.length < all.length && <TextLink to="/organizations">{t`All organizations`}</TextLink>}
    </section>
  )
}

export const OrganizationsCard = ({ user }: StartCardProps) => <Organizations user={user} isCard />

export const CreateButton = ({ variant = 'filled' }) => (
  <LinkButton to="/organizations/new" variant={variant} leftSection={<Plus size={16} />}>
    <Trans>Create organization</Trans>
  </LinkButton>
)
