import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { authClient, Panel, request, Text, TextLink, useRequest, useSession } from 'kit'
import type { Invoices } from '../service/invoices.ts'
import { Answered } from './answered.tsx'
import { askService } from './ask-service.ts'
import { useMoney } from './use-money.ts'

/** How much is open in the organization that one works in, with the way to it. */
export function StartCard() {
  const { t } = useLingui()
  const money = useMoney()
  const session = useSession()
  const id = session.status === 'signed-in' ? session.session.activeOrganizationId : null
  const [list] = useRequest(id, () => request(() => authClient.GET('/organization/list')))
  const [answer, reload] = useRequest(id, () => askService<Invoices>(id ?? '', '/invoices'))
  const organization = list?.data?.find((each) => each.id === id)
  return (
    <Panel title={t`Open invoices`}>
      {id ? (
        <Answered answer={answer} organization={organization ?? { id, name: '' }} onRetry={reload}>
          {({ open: { count, amount } }) => (
            <Text>
              <Plural value={count} _0="All invoices are paid." one="# invoice" other="# invoices" />
              {count > 0 && `, ${money(amount)}`}
            </Text>
          )}
        </Answered>
      ) : (
        <Text>
          <Trans>You work in no organization at the moment.</Trans>
        </Text>
      )}
      {organization && <TextLink to={`/organizations/${organization.slug}/invoices`}>{organization.name}</TextLink>}
    </Panel>
  )
}
