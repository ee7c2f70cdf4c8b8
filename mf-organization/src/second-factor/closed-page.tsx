import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  authClient,
  Avatar,
  LinkButton,
  Page,
  Panel,
  request,
  Text,
  useRequest,
  useSession,
  useStepUp,
} from 'kit'
import type { OrganizationFrameFragment } from '../generated/graphql.ts'
import { LeaveRow } from '../leaving/leave-row.tsx'
import { useSecurityPath } from './use-security-path.ts'

interface Props {
  organization: OrganizationFrameFragment
  onOpened: () => void
}

/** Leads to a second factor, or asks for it if there is one. */
export function ClosedPage({ organization, onOpened }: Props) {
  const { t } = useLingui()
  const session = useSession()
  const [passkeys] = useRequest('passkeys', () => request(() => authClient.GET('/passkey/list-user-passkeys')))
  const { freshly, stepUp } = useStepUp()
  const security = useSecurityPath()
  const { databaseId, name } = organization
  const hasApp = session.status === 'signed-in' && session.user.twoFactorEnabled
  const hasFactor = hasApp || Boolean(passkeys?.data?.length)
  const confirm = async () => {
    let isAsked = false
    const refusal = await freshly(async () => {
      if (isAsked) return null
      isAsked = true
      return { code: 'SESSION_IS_NOT_FRESH' }
    })
    if (!refusal) onOpened()
  }
  return (
    <Page title={name} mark={<Avatar user={{ id: databaseId, name }} size={40} isSquare />} width="medium">
      <Panel title={t`Second factor needed`}>
        <Text>
          <Trans>
            {name} is open only to people who have signed in with a passkey, or with a code from an authenticator app.
          </Trans>
        </Text>
        {hasFactor ? (
          <Text>{t`You have one. Confirm with it that it’s you.`}</Text>
        ) : (
          <Text>{t`You don’t have either yet. Set one up under Account → Security, then come back.`}</Text>
        )}
        <div className="kit-foot">
          {hasFactor && <LinkButton variant="subtle" to={security}>{t`Security settings`}</LinkButton>}
          {hasFactor ? (
            <ActionButton onAct={confirm}>{t`Confirm that it’s you`}</ActionButton>
          ) : (
            <LinkButton to={security}>{t`Set up a second factor`}</LinkButton>
          )}
        </div>
      </Panel>
      <Panel>
        <ul className="kit-rows">
          <LeaveRow organization={organization} />
        </ul>
      </Panel>
      {stepUp}
    </Page>
  )
}
