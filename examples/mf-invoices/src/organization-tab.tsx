import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  Badge,
  EmptyState,
  Notice,
  type OrganizationPlaceProps,
  Panel,
  Stack,
  Text,
  useFailure,
  useFormat,
  useRequest,
} from 'kit'
import { useState } from 'react'
import type { Invoice, Invoices } from '../service/invoices.ts'
import { ServiceResponse } from './service-response.tsx'
import { callService } from './call-service.ts'
import { NewInvoice } from './new-invoice.tsx'
import { useMoney } from './use-money.ts'

/** Hides actions without their permission, which the service checks again. */
export function OrganizationTab({ organization, permissions }: OrganizationPlaceProps) {
  const { t } = useLingui()
  const [news, setNews] = useState('')
  const [response, reload] = useRequest(organization.id, () => callService<Invoices>(organization.id, '/invoices'))
  const mayIssue = permissions.includes('organization:update')
  const mayApprove = permissions.includes('mf-invoices:approve')
  const tell = (text: string) => {
    setNews(text)
    reload()
  }
  return (
    <Stack gap="lg">
      <Notice>{news}</Notice>
      {mayIssue && (
        <NewInvoice
          organizationId={organization.id}
          onIssued={({ number }) => tell(t`Invoice ${number} was issued.`)}
        />
      )}
      <Panel title={t`Invoices`}>
        <ServiceResponse response={response} onRetry={reload}>
          {({ invoices }) =>
            invoices.length === 0 ? (
              <EmptyState title={t`There are no invoices yet.`} />
            ) : (
              <ul className="kit-rows" aria-label={t`Invoices`}>
                {invoices.map((invoice) => (
                  <Row
                    key={invoice.number}
                    organizationId={organization.id}
                    invoice={invoice}
                    mayApprove={mayApprove}
                    onPaid={({ number }) => tell(t`Invoice ${number} is paid.`)}
                  />
                ))}
              </ul>
            )
          }
        </ServiceResponse>
      </Panel>
    </Stack>
  )
}

interface RowProps {
  organizationId: string
  invoice: Invoice
  mayApprove: boolean
  onPaid: (invoice: Invoice) => void
}

function Row({ organizationId, invoice, mayApprove, onPaid }: RowProps) {
  const { t } = useLingui()
  const format = useFormat()
  const money = useMoney()
  const { failed, failure } = useFailure()
  const { number, customer, amount, issuedAt, paidAt } = invoice
  const date = format.date(paidAt ?? issuedAt)
  const pay = async () => {
    const { data, error } = await callService<Invoice>(organizationId, `/invoices/${number}/paid`, {})
    if (!failed(error) && data) onPaid(data)
  }
  return (
    <li>
      <div>
        <Text fw={600}>
          {number}. {customer}: {money(amount)}
        </Text>
        <Text size="sm" c="dimmed">
          {paidAt ? <Trans>Paid on {date}</Trans> : <Trans>Issued on {date}</Trans>}
        </Text>
        {failure}
      </div>
      {paidAt ? (
        <Badge>
          <Trans>Paid</Trans>
        </Badge>
      ) : (
        mayApprove && (
          <ActionButton variant="default" onAct={pay} aria-label={t`Mark as paid: invoice ${number}`}>
            <Trans>Mark as paid</Trans>
          </ActionButton>
        )
      )}
    </li>
  )
}
