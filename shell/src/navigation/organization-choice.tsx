import { useLingui } from '@lingui/react/macro'
import {
  authClient,
  LinkButton,
  LoadFailure,
  Navigate,
  PanelPage,
  request,
  Text,
  TextLink,
  useLocation,
  useRequest,
  Waiting,
} from 'kit'
import { inOrganization, withoutOrganization } from 'contract/organization-path.ts'
import { ORGANIZATIONS_PATH, slugOf } from 'contract/version-lock.ts'

/**
 * Leads to the page of one of the user's organizations, from an address without one, or with an
 * unknown one. An organization that needs a second factor says so on its own page.
 */
export function OrganizationChoice() {
  const { t } = useLingui()
  const { pathname, search, hash } = useLocation()
  const [response, reload] = useRequest('', () => request(() => authClient.GET('/organization/list')))
  const named = slugOf(pathname)
  const isUnknown = named !== null
  const path = isUnknown ? withoutOrganization(pathname) : pathname
  const isInNone = response?.data?.length === 0
  if (response?.data?.some(({ slug, needsSecondFactor }) => needsSecondFactor && slug === named))
    return <Navigate replace to={`${ORGANIZATIONS_PATH}/${encodeURIComponent(named ?? '')}`} />
  return (
    <PanelPage title={isUnknown ? t`Organization not found` : t`Choose an organization`}>
      {!response && <Waiting lines={2} />}
      {response?.error && <LoadFailure error={response.error} onRetry={reload} />}
      {isInNone && (
        <>
          <Text>{t`This page belongs to an organization, and you aren’t in one yet.`}</Text>
          <LinkButton to={`${ORGANIZATIONS_PATH}/new`}>{t`Create organization`}</LinkButton>
        </>
      )}
      <ul className="kit-rows">
        {response?.data?.map(({ id, name, slug }) => (
          <li key={id}>
            <TextLink to={inOrganization(path, encodeURIComponent(slug)) + search + hash}>{name}</TextLink>
          </li>
        ))}
      </ul>
    </PanelPage>
  )
}
