import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { Form, Panel, SubmitButton, TextInput, useForm } from 'kit'
import type { Invoice } from '../service/invoices.ts'
import { callService } from './call-service.ts'

const texts = {
  CUSTOMER_IS_MISSING: msg`Enter the customer.`,
  AMOUNT_IS_NO_SUM: msg`Enter an amount like 12.50, up to 1,000,000 euros.`,
}

interface Props {
  organizationId: string
  onIssued: (invoice: Invoice) => void
}

/** Keeps the typed values until the service has accepted them. */
export function NewInvoice({ organizationId, onIssued }: Props) {
  const { t } = useLingui()
  const form = useForm({
    initial: { customer: '', amount: '' },
    validate: ({ customer, amount }) => ({
      customer: customer.trim() === '' && 'CUSTOMER_IS_MISSING',
      amount: centsOf(amount) === null && 'AMOUNT_IS_NO_SUM',
    }),
    texts,
    submit: async ({ customer, amount }) => {
      const draft = { customer, amount: centsOf(amount) }
      const { data, error } = await callService<Invoice>(organizationId, '/invoices', draft)
      if (error) return error
      form.reset()
      onIssued(data)
      return null
    },
  })
  return (
    <Panel title={t`Issue an invoice`}>
      <Form form={form}>
        <TextInput {...form.field('customer')} label={t`Customer`} maxLength={100} autoComplete="off" />
        <TextInput {...form.field('amount')} label={t`Amount in euros`} inputMode="decimal" autoComplete="off" />
        <SubmitButton>
          <Trans>Issue</Trans>
        </SubmitButton>
      </Form>
    </Panel>
  )
}

/** "12.5" and "12,50" are 1250. Null if it is not an amount up to a million euros. */
function centsOf(text: string): number | null {
  const [, euros, cents = ''] = /^(\d{1,7})(?:[.,](\d{1,2}))?$/.exec(text.trim()) ?? []
  if (euros === undefined) return null
  const sum = Number(euros) * 100 + Number(cents.padEnd(2, '0'))
  return sum >= 1 && sum <= 100_000_000 ? sum : null
}
