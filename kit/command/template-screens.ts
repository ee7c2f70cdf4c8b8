// What `remote new --with-service` has for screens: a tab inside the organization and a card on the start page, which ask its service.

/** The files by path, of `mf-open-invoices`, `open-invoices`, `Open invoices`. */
export function screenFilesOf({
  name,
  word,
  title,
}: Record<'name' | 'word' | 'title', string>): Record<string, string> {
  return {
    'src/ask-service.ts': `import { type Answer, fetchAsUser, request } from 'kit'

/** Asks the service about an organization; it never throws. With a body it is a POST, which changes something. */
export function askService<Data>(organizationId: string, path: string, body?: object): Promise<Answer<Data>> {
  const url = \`\${location.origin}/api/${name}/organizations/\${encodeURIComponent(organizationId)}\${path}\`
  const headers = { 'content-type': 'application/json' }
  const sent = body && { method: 'POST', headers, body: JSON.stringify(body) }
  return request(async () => {
    const response = await fetchAsUser(new Request(url, sent))
    const answer = await response.json()
    return response.ok ? { response, data: answer } : { response, error: answer }
  })
}
`,
    'src/answered.tsx': `import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  type Answer,
  authClient,
  EmptyState,
  LoadFailure,
  request,
  sessionChanged,
  useFailure,
  Waiting,
} from 'kit'
import type { ReactNode } from 'react'

interface Props<Data> {
  answer: Answer<Data> | undefined
  organization: { id: string; name: string }
  onRetry: () => void
  children: (data: Data) => ReactNode
}

/** What the service answered, or why it is not there and what to do. */
export function Answered<Data>({ answer, organization, onRetry, children }: Props<Data>) {
  if (!answer) return <Waiting />
  if (!answer.error) return children(answer.data)
  if (answer.error.code === 'OTHER_ORGANIZATION') return <OtherOrganization {...organization} onBack={onRetry} />
  return <LoadFailure error={answer.error} onRetry={onRetry} />
}

/** What the service refuses beside that of which kit has texts. */
export const serviceTexts = { OTHER_ORGANIZATION: msg\`You work in another organization now.\` }

/** The service answers for the active organization only, which may have changed in another tab. */
function OtherOrganization({ id, name, onBack }: { id: string; name: string; onBack: () => void }) {
  const { t } = useLingui()
  const { failed, failure } = useFailure()
  const goBack = async () => {
    const body = { organizationId: id }
    const { error } = await request(() => authClient.POST('/organization/set-active', { body }))
    if (failed(error)) return
    await sessionChanged()
    onBack()
  }
  return (
    <EmptyState title={t\`You work in another organization now.\`}>
      {failure}
      <ActionButton onAct={goBack}>
        <Trans>Work in {name}</Trans>
      </ActionButton>
    </EmptyState>
  )
}
`,
    'src/remote.tsx': `import type { Remote } from 'kit/remote'
import { lazy } from 'react'

// Each place is loaded when it is drawn.
export const remote = {
  routes: [],
  places: {
    'organization-tab': {
      ${key(word)}: lazy(async () => ({ default: (await import('./organization-tab.tsx')).OrganizationTab })),
    },
    'start-card': {
      ${key(word)}: lazy(async () => ({ default: (await import('./start-card.tsx')).StartCard })),
    },
  },
  loadMessages: async (locale) => {
    const { messages } = await import(/* webpackChunkName: "locale-[request]" */ \`./locales/\${locale}.po\`)
    return messages
  },
} satisfies Remote
`,
    'src/organization-tab.tsx': `import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import {
  EmptyState,
  Form,
  type OrganizationPlaceProps,
  Panel,
  Stack,
  SubmitButton,
  Text,
  TextInput,
  useForm,
  useFormat,
  useRequest,
} from 'kit'
import type { Entry } from '../service/entries.ts'
import { Answered, serviceTexts } from './answered.tsx'
import { askService } from './ask-service.ts'

/** What the organization has. Who may change the organization adds to it, and the service asks that again. */
export function OrganizationTab({ organization, permissions }: OrganizationPlaceProps) {
  const { t } = useLingui()
  const format = useFormat()
  const [answer, reload] = useRequest(organization.id, () =>
    askService<{ entries: Entry[] }>(organization.id, '/entries'),
  )
  return (
    <Stack gap="lg">
      {permissions.includes('organization:update') && <NewEntry organizationId={organization.id} onChange={reload} />}
      <Panel title={t\`${title}\`}>
        <Answered answer={answer} organization={organization} onRetry={reload}>
          {({ entries }) =>
            entries.length === 0 ? (
              <EmptyState title={t\`There is nothing here yet.\`} />
            ) : (
              <ul className="kit-rows">
                {entries.map(({ id, text, createdAt }) => (
                  <li key={id}>
                    <Text>{text}</Text>
                    <Text c="dimmed">{format.date(createdAt)}</Text>
                  </li>
                ))}
              </ul>
            )
          }
        </Answered>
      </Panel>
    </Stack>
  )
}

function NewEntry({ organizationId, onChange }: { organizationId: string; onChange: () => void }) {
  const { t } = useLingui()
  const form = useForm({
    initial: { text: '' },
    validate: ({ text }) => ({ text: text.trim() === '' && 'TEXT_IS_MISSING' }),
    texts: { ...serviceTexts, TEXT_IS_MISSING: msg\`Write something first.\` },
    submit: async (values) => {
      const { error } = await askService(organizationId, '/entries', values)
      if (!error) form.reset()
      if (!error || error.code === 'OTHER_ORGANIZATION') onChange()
      return error
    },
  })
  return (
    <Panel>
      <Form form={form}>
        <TextInput {...form.field('text')} label={t\`Text\`} maxLength={200} />
        <SubmitButton>
          <Trans>Add</Trans>
        </SubmitButton>
      </Form>
    </Panel>
  )
}
`,
    'src/start-card.tsx': `import { Plural, Trans } from '@lingui/react/macro'
import { authClient, request, Stack, Text, TextLink, useRequest, useSession } from 'kit'
import type { Entry } from '../service/entries.ts'
import { Answered } from './answered.tsx'
import { askService } from './ask-service.ts'

/** How much there is in the organization that one works in, with the way to it. Frame and heading are the page's. */
export function StartCard() {
  const session = useSession()
  const id = session.status === 'signed-in' ? session.session.activeOrganizationId : null
  const [list] = useRequest(id, () => request(() => authClient.GET('/organization/list')))
  const [answer, reload] = useRequest(id, () => askService<{ entries: Entry[] }>(id ?? '', '/entries'))
  const organization = list?.data?.find((each) => each.id === id)
  if (!id)
    return (
      <Text>
        <Trans>You work in no organization at the moment.</Trans>
      </Text>
    )
  return (
    <Stack align="start" gap="xs">
      <Answered answer={answer} organization={organization ?? { id, name: '' }} onRetry={reload}>
        {({ entries: { length } }) => (
          <Text>
            <Plural value={length} one="# entry" other="# entries" />
          </Text>
        )}
      </Answered>
      {organization && <TextLink to={\`/organizations/\${organization.slug}/${word}\`}>{organization.name}</TextLink>}
    </Stack>
  )
}
`,
    'src/places.test.tsx': `import { open, screen } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { askedOf, refused, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { OrganizationTab } from './organization-tab.tsx'
import { StartCard } from './start-card.tsx'

const acme = { id: 'acme', name: 'Acme', slug: 'acme', logo: null }
const entries = '/api/${name}/organizations/acme/entries'
const first = { id: 1, text: 'The first', createdAt: '2026-01-01T00:00:00.000Z' }

const openTab = (permissions: 'organization:update'[] = []) => {
  const tab = <OrganizationTab organization={acme} roles={[]} permissions={permissions} />
  return open([{ path: '/', element: tab }], '/')
}

test('the tab shows what there is, and offers no more to who may not', async () => {
  server.services[\`GET \${entries}\`] = () => ({ entries: [first] })
  await openTab()
  expect(await screen.findByText('The first')).toBeDefined()
  expect(screen.queryByRole('button')).toBeNull()
})

test('who may change the organization adds; what the service did not take stays in the form', async () => {
  let isAway = true
  const known: (typeof first)[] = []
  server.services[\`GET \${entries}\`] = () => ({ entries: known })
  server.services[\`POST \${entries}\`] = () => (isAway ? refused(502, 'UPSTREAM_UNAVAILABLE') : known.push(first))
  const { user } = await openTab(['organization:update'])
  expect(await screen.findByText('There is nothing here yet.')).toBeDefined()
  const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Text' })
  await user.type(field, 'The first{Enter}')
  expect((await screen.findByRole('alert')).textContent).toContain('does not answer')
  expect(field.value).toBe('The first')
  isAway = false
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('The first')).toBeDefined()
  expect(field.value).toBe('')
  expect(askedOf(\`POST \${entries}\`)).toEqual([{ text: 'The first' }, { text: 'The first' }])
})

test('when another organization is the active one the tab says so, and leads back', async () => {
  const ann = person('Ann')
  server.services[\`GET \${entries}\`] = () => refused(409, 'OTHER_ORGANIZATION')
  const { user } = await openTab()
  await screen.findByText('You work in another organization now.')
  server.rest['POST /organization/set-active'] = () => {
    server.signedIn = { user: ann, session: sessionOf(ann, { activeOrganizationId: 'acme' }) }
    server.services[\`GET \${entries}\`] = () => ({ entries: [first] })
    return null
  }
  await user.click(screen.getByRole('button', { name: 'Work in Acme' }))
  expect(await screen.findByText('The first')).toBeDefined()
})

test('the card says how much there is, with the way to it', async () => {
  const ann = person('Ann')
  server.signedIn = { user: ann, session: sessionOf(ann, { activeOrganizationId: 'acme' }) }
  server.rest['GET /organization/list'] = () => [{ ...acme, metadata: null, createdAt: ann.createdAt }]
  server.services[\`GET \${entries}\`] = () => ({ entries: [first] })
  await open([{ path: '/', Component: StartCard }], '/')
  expect(await screen.findByText('1 entry')).toBeDefined()
  const link = await screen.findByRole('link', { name: 'Acme' })
  expect(link.getAttribute('href')).toBe('/organizations/acme/${word}')
})
`,
  }
}

const key = (word: string): string => (/^[a-z]\w*$/.test(word) ? word : `'${word}'`)
