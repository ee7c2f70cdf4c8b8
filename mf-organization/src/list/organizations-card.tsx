import { Trans } from '@lingui/react/macro'
import {
  authClient,
  Avatar,
  LinkButton,
  LoadFailure,
  request,
  Stack,
  type StartCardProps,
  TextLink,
  useRequest,
  Waiting,
} from 'kit'
import { organizationPath } from '../organization-path.ts'

const MAX_SHOWN = 8

/** Uses REST, so that the start page needs no GraphQL. */
export function OrganizationsCard({ user }: StartCardProps) {
  const [list, reload] = useRequest(`organizations of ${user.id}`, () =>
    request(() => authClient.GET('/organization/list')),
  )
  if (!list) return <Waiting lines={3} />
  if (list.error) return <LoadFailure error={list.error} onRetry={reload} />
  return (
    <Stack>
      <ul className="kit-rows">
        {list.data.slice(0, MAX_SHOWN).map(({ id, name, slug, logo }) => (
          <li key={id}>
            <div className="kit-person">
              <Avatar user={{ id, name, image: logo ?? null }} isSquare />
              <TextLink to={organizationPath(slug)} className="kit-name">
                {name}
              </TextLink>
            </div>
          </li>
        ))}
      </ul>
      <div className="kit-bar">
        <LinkButton to="/organizations/new" variant="default">
          <Trans>Create an organization</Trans>
        </LinkButton>
        {list.data.length > MAX_SHOWN && (
          <TextLink to="/organizations">
            <Trans>All organizations</Trans>
          </TextLink>
        )}
      </div>
    </Stack>
  )
}
