import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { authClient, request, useFormat, useRequest } from 'kit'
import { Menu } from 'kit/parts'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Mail from 'lucide-react/icons/mail'
import { useState } from 'react'
import { ActDialog, type Question, type Values } from '../act-dialog.tsx'
import { FilterSelect, optionOf } from '../filter-select.tsx'
import { ListPage } from '../list-page.tsx'
import { requestPage } from '../request-page.ts'
import { Glyph, Row } from '../rows.tsx'
import { useListUrl } from '../use-list-url.ts'
import { emailNames } from './email-names.ts'

/** By `show` in the URL. */
const filters = {
  '': { label: msg`Waiting`, state: 'waiting', empty: msg`No emails are waiting` },
  dead: { label: msg`Given up`, state: 'dead', empty: msg`No emails were given up` },
  expired: { label: msg`Link expired`, state: 'expired', empty: msg`No emails have expired` },
} as const
type State = (typeof filters)[keyof typeof filters]['state']

export function EmailsPage() {
  const { t } = useLingui()
  const url = useListUrl()
  const [asked, ask] = useState<Question>()
  const show = optionOf(filters, url.get('show'))
  const { state, empty } = filters[show]
  const query = { ...url.page, state }
  const [response, reload] = useRequest(JSON.stringify(query), () =>
    requestPage(
      () => authClient.GET('/admin/list-emails', { params: { query } }),
      ({ emails, total }) => ({
        total,
        rows: emails.map((email) => <EmailRow key={email.number} {...email} state={state} ask={ask} />),
      }),
    ),
  )
  const close = (isDone: boolean) => {
    ask(undefined)
    if (isDone) reload()
  }
  const filter = (
    <FilterSelect label={t`Show`} value={show} options={filters} onChange={(value) => url.change({ show: value })} />
  )
  return (
    <ListPage title={t`Emails`} url={url} empty={t(empty)} filters={filter} response={response} onRetry={reload}>
      <ActDialog question={asked} onClose={close} />
    </ListPage>
  )
}

interface EmailRowProps {
  number: number
  to: string
  template: string
  attempts: number
  nextAttemptAt: string
  deadAt: string | null
  lastError: string | null
  state: State
  ask: (question: Question) => void
}

function EmailRow({ number, to, template, attempts, nextAttemptAt, deadAt, lastError, state, ask }: EmailRowProps) {
  const { t } = useLingui()
  const format = useFormat()
  const known = emailNames[template]
  const name = known ? t(known) : template
  const next = t`Next attempt: ${{ date: format.dateTime(nextAttemptAt) }}`
  const end = deadAt && t`Given up: ${{ date: format.dateTime(deadAt) }}`
  const resend = {
    title: t`Send the email to ${{ to }} again?`,
    effect: name,
    button: t`Send again`,
    send: ({ reason }: Values) => request(() => authClient.POST('/admin/resend-email', { body: { number, reason } })),
  }
  const drop = {
    title: t`Delete the email to ${{ to }}?`,
    effect: t`It’s never sent.`,
    button: t`Delete`,
    isDanger: true,
    send: ({ reason }: Values) => request(() => authClient.POST('/admin/drop-email', { body: { number, reason } })),
  }
  const items = [
    ...(state === 'dead' ? [{ text: t`Send again…`, onSelect: () => ask(resend) }] : []),
    { text: t`Delete…`, isDanger: true, onSelect: () => ask(drop) },
  ]
  return (
    <Row
      mark={<Glyph>{<Mail size={16} aria-hidden />}</Glyph>}
      name={name}
      facts={[to, t`Attempts: ${{ count: format.number(attempts) }}`, end ?? next]}
      note={lastError}
    >
      {state !== 'waiting' && (
        <Menu
          variant="subtle"
          size="sm"
          px={8}
          label={<Ellipsis size={16} />}
          purpose={t`Actions for ${{ name: to }}`}
          items={items}
        />
      )}
    </Row>
  )
}
