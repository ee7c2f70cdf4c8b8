import { Plural, Trans } from '@lingui/react/macro'
import { Stack, Text, TextLink, useOrganization, useRequest, Waiting } from 'kit'
import type { Entry } from '../service/entries.ts'
import { ServiceResponse } from './service-response.tsx'
import { callService } from './call-service.ts'

/** The number of entries of the organization that the user opened last. The page adds frame and heading. */
export function StartCard() {
  const organization = useOrganization()
  const id = organization?.id ?? null
  const [response, reload] = useRequest(id, () => callService<{ entries: Entry[] }>(id ?? '', '/entries'))
  if (organization === undefined) return <Waiting />
  if (organization === null)
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
      <TextLink to={`/organizations/${organization.slug}/template`}>{organization.name}</TextLink>
    </Stack>
  )
}
