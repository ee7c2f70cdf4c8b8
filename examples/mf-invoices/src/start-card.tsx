import { Plural, Trans } from '@lingui/react/macro'
import { Stack, Text, TextLink, useOrganization, useRequest, Waiting } from 'kit'
import type { Invoices } from '../service/invoices.ts'
import { ServiceResponse } from './service-response.tsx'
import { callService } from './call-service.ts'
import { useMoney } from './use-money.ts'

/** The sum of unpaid invoices of the organization that the user opened last. The page adds frame and heading. */
export function StartCard() {
  const money = useMoney()
  const organization = useOrganization()
  const id = organization?.id ?? null
  const [response, reload] = useRequest(id, () => callService<Invoices>(id ?? '', '/invoices'))
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
        {({ open: { count, amount } }) => {
          const sum = money(amount)
          return (
            <Text>
              <Plural
                value={count}
                _0="All invoices are paid."
                one={`# invoice of ${sum}`}
                other={`# invoices of ${sum} together`}
              />
            </Text>
          )
        }}
      </ServiceResponse>
      <TextLink to={`/organizations/${organization.slug}/invoices`}>{organization.name}</TextLink>
    </Stack>
  )
}
