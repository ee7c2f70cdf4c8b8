import { Plural, Trans } from '@lingui/react/macro'
import { authClient, request, Stack, Text, TextLink, useRequest, useSession } from 'kit'
import type { Entry } from '../service/entries.ts'
import { ServiceResponse } from './service-response.tsx'
import { callService } from './call-service.ts'

/** The number of entries of the organization that the user opened last. The page adds frame and heading. */
export function StartCard() {
  const session = useSession()
  const id = session.status === 'signed-in' ? session.session.activeOrganizationId : null
  const [list] = useRequest(id, () => request(() => authClient.GET('/organization/list')))
  const [response, reload] = useRequest(id, () => callService<{ entries: Entry[] }>(id ?? '', '/entries'))
  const organization = list?.data?.find((each) => each.id === id)
  if (!id)
    return (
      <Text>
        <Trans>Open an organization first.</Trans>
      </Text>
    )
  return (
    <Stack align="start" gap="xs">
      <ServiceResponse response={response} onRetry={reload}>
        {({ entries: { length } }) => (
          <Text>
            <Plural value={length} one="# entry" other="# entries" />
          </Text>
        )}
      </ServiceResponse>
      {organization && <TextLink to={`/organizations/${organization.slug}/template`}>{organization.name}</TextLink>}
    </Stack>
  )
}
