import { Trans, useLingui } from '@lingui/react/macro'
import { authClient, LinkButton, LoadFailure, request, type StartCardProps, Text, useRequest, Waiting } from 'kit'
import { InvitedHint } from '../invited-hint.tsx'

/** Uses REST, so that the start page needs no GraphQL. */
export function InvitationsCard({ user: { id, email } }: StartCardProps) {
  const { t } = useLingui()
  const [proof, askAgain] = useRequest(id, () => request(() => authClient.GET('/address-to-prove')))
  const [list, reload] = useRequest(proof?.data?.isProved ? `invitations of ${id}` : null, () =>
    request(() => authClient.GET('/organization/list-user-invitations')),
  )
  if (proof?.error) return <LoadFailure error={proof.error} onRetry={askAgain} />
  if (list?.error) return <LoadFailure error={list.error} onRetry={reload} />
  if (proof && !proof.data.isProved) return <InvitedHint email={email} />
  if (!list) return <Waiting lines={3} />
  if (list.data.length === 0)
    return (
      <Text c="dimmed">
        <Trans>No open invitations.</Trans>
      </Text>
    )
  return (
    <ul className="kit-rows">
      {list.data.map(({ id: invitation, organizationName: name, inviterName, inviterEmail }) => {
        const address = inviterEmail || t`unconfirmed address`
        return (
          <li key={invitation}>
            <div>
              <Text className="kit-name">{name}</Text>
              <Text size="sm" c="dimmed">
                <Trans>
                  From {inviterName} ({address})
                </Trans>
              </Text>
            </div>
            <LinkButton to={`/accept-invitation/${invitation}`} size="sm" aria-label={t`See the invitation to ${name}`}>
              <Trans>See</Trans>
            </LinkButton>
          </li>
        )
      })}
    </ul>
  )
}
