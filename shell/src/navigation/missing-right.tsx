import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  Group,
  LinkButton,
  type PageOrganization,
  PanelPage,
  request,
  Text,
  useRequest,
  useSession,
  Waiting,
} from 'kit'
import { type Demand, maySee } from 'contract/permissions.ts'
import { isRole, roles as allRoles } from 'contract/roles.ts'
import { findRouteOwner, ORGANIZATIONS_PATH } from 'contract/version-lock.ts'
import { useVersionLock } from '../federation/lock-context.ts'
import { useRights } from './viewer-rights.ts'

const roleNames = { owner: msg`Owner`, admin: msg`Admin`, member: msg`Member` }

interface Props {
  demand: Demand
  /** That of the page, otherwise the active one. */
  organization?: PageOrganization | undefined
}

export function MissingRight({ demand, organization: ofPage }: Props) {
  const { t, i18n } = useLingui()
  const lock = useVersionLock()
  const session = useSession()
  const activeId = session.status === 'signed-in' && !ofPage ? session.session.activeOrganizationId : null
  const params = { query: activeId ? { organizationId: activeId } : {} }
  const [response] = useRequest(activeId ?? null, () =>
    request(() => authClient.GET('/organization/get-full-organization', { params })),
  )
  // Other roles have a label, which this page does not know.
  const inWords = (roles: readonly string[]) =>
    new Intl.ListFormat(i18n.locale, { type: 'disjunction' }).format(
      roles.map((role) => (isRole(role) ? t(roleNames[role]) : role)),
    ) || '–'
  const rights = useRights()
  const own = inWords((ofPage ?? rights)?.roles ?? [])
  const builtIn = allRoles.filter((role) => maySee(demand, { roles: [role] }, demand.userRole))
  const needed = inWords([...builtIn, ...(demand.permission && !demand.roles ? [t`a role that permits it`] : [])])
  const organization = ofPage?.name ?? response?.data?.name ?? '…'
  // The user may have been removed from the active organization.
  const isInNone = !ofPage && (!activeId || (response && !response.error && !response.data))
  return (
    <PanelPage title={t`You don’t have access to this page`}>
      {activeId && !response ? (
        <Waiting lines={2} />
      ) : (
        <Text role="alert">
          {isInNone ? (
            <Trans>This page belongs to an organization. Choose one first.</Trans>
          ) : (
            <Trans>
              In {organization} it is open to: {needed}. Your role there: {own}. Ask an owner for access, or choose
              another organization.
            </Trans>
          )}
        </Text>
      )}
      <Group>
        {findRouteOwner(lock, ORGANIZATIONS_PATH) && (
          <LinkButton to={ORGANIZATIONS_PATH}>{t`Organizations`}</LinkButton>
        )}
      </Group>
    </PanelPage>
  )
}
