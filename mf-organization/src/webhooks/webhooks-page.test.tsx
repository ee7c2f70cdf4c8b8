import { screen, waitFor, within } from 'kit/testing/page'
import { requestsOf, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { done, organization, refusedWith, refuseUntilSignIn, serve } from '../testing/gateway.ts'
import { openPage } from '../testing/open-page.ts'

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()

const webhook = (databaseId: string, changes: object = {}) => ({
  databaseId,
  url: `https://${databaseId}.example/hook`,
  events: null,
  disabledAt: null,
  disabledBy: null,
  deliveredAt: minutesAgo(5),
  failedAt: null,
  ...changes,
})

const delivery = (databaseId: string, changes: object = {}) => ({
  databaseId,
  event: 'member.removed',
  state: 'delivered',
  createdAt: minutesAgo(5),
  attempts: 1,
  nextAttemptAt: null,
  triedAt: minutesAgo(5),
  status: 204,
  error: null,
  duration: 38,
  payload: `{"id":"${databaseId}"}`,
  ...changes,
})

async function open(path: string, webhooks: object[], deliveries: object[] = []) {
  const log = { nodes: deliveries, pageInfo: { hasNextPage: false, endCursor: null } }
  const rowers = { ...organization(['OWNER'], []), webhooks, webhookDeliveries: log, viewerGrants: ['webhook:manage'] }
  serve(rowers)
  const page = await openPage(`/organizations/rowers/webhooks${path}`)
  const press = async (name: string | RegExp) => page.user.click(await screen.findByRole('button', { name }))
  return { ...page, rowers, log, press }
}

test('explains what a webhook is, creates one and shows its secret once', async () => {
  const { user, press, rowers } = await open('', [])
  await screen.findByRole('heading', { name: 'No webhooks yet' })
  server.graphql['createWebhook'] = () => {
    rowers.webhooks = [webhook('new')]
    return { ...done, secret: 'whsec_once' }
  }
  await press('Add webhook')
  const dialog = within(await screen.findByRole('dialog', { name: 'Add webhook' }))
  const url = await dialog.findByRole('textbox', { name: 'URL' })
  await user.type(url, 'nonsense')
  await user.click(dialog.getByRole('button', { name: 'Add webhook' }))
  await dialog.findByText('Enter a public URL that starts with https://.')
  await user.clear(url)
  await user.type(url, 'https://new.example/hook')
  await user.click(dialog.getByRole('checkbox', { name: /All events/ }))
  await user.click(dialog.getByRole('button', { name: 'Add webhook' }))
  await dialog.findByText('Choose at least one event.')
  const teams = within(dialog.getByRole('group', { name: 'Teams' }))
  await user.click(teams.getByRole('checkbox', { name: 'Team created' }))
  await user.click(dialog.getByRole('button', { name: 'Add webhook' }))
  const secret = await dialog.findByRole('textbox', { name: 'Secret' })
  expect(secret).toHaveProperty('value', 'whsec_once')
  expect(requestsOf('CreateWebhook')).toMatchObject([
    { input: { url: 'https://new.example/hook', events: ['team.created'] } },
  ])
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  await dialog.findByRole('button', { name: 'Copied' })
  expect(await navigator.clipboard.readText()).toBe('whsec_once')
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await screen.findByRole('link', { name: 'https://new.example/hook' })
  expect(document.body.textContent).not.toContain('whsec_')
})

test('lists webhooks with their state', async () => {
  await open('', [
    webhook('fine'),
    webhook('failing', { events: ['team.created'], failedAt: minutesAgo(1) }),
    webhook('off', { disabledAt: minutesAgo(1), disabledBy: 'owner', deliveredAt: null }),
  ])
  const rows = within(await screen.findByRole('list', { name: 'Webhooks' })).getAllByRole('listitem')
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'https://fine.example/hookAll events · Last delivered 5 minutes agoEnabled',
    'https://failing.example/hook1 event · Last delivered 5 minutes agoFailing',
    'https://off.example/hookAll eventsDisabled',
  ])
})

test('shows deliveries, sends a test event and reads again until its first try', async () => {
  const { press, log } = await open('/fine', [webhook('fine')], [delivery('one')])
  server.graphql['testWebhook'] = () => {
    log.nodes = [
      delivery('test', {
        event: 'webhook.test',
        state: 'waiting',
        attempts: 0,
        triedAt: null,
        status: null,
        duration: null,
      }),
      ...log.nodes,
    ]
    return done
  }
  await press('Send test event')
  await screen.findByText('Test event sent. Its delivery appears below.')
  const rows = () =>
    within(screen.getByRole('list', { name: 'Deliveries' }))
      .getAllByRole('listitem')
      .map((row) => row.textContent)
  await waitFor(() => expect(rows()[0]).toMatch(/^Test event.*Pending$/))
  log.nodes = [
    delivery('test', { event: 'webhook.test', state: 'waiting', status: null, error: 'timeout', duration: 10_000 }),
    delivery('one'),
  ]
  await waitFor(() => expect(rows()[0]).toMatch(/^Test event.*No answer within 10 seconds · 10,000 ms.*Pending$/), {
    timeout: 4000,
  })
  expect(rows()[1]).toMatch(/^Member removed.*Status 204 · 38 ms.*Delivered$/)
})

test('delivers again, and shows what was sent', async () => {
  const { user, press, log } = await open(
    '/fine',
    [webhook('fine')],
    [delivery('one', { state: 'failed', status: 500, error: 'status', attempts: 8 })],
  )
  server.graphql['redeliverWebhook'] = () => {
    log.nodes = [delivery('one')]
    return done
  }
  await press('Member removed')
  const dialog = within(await screen.findByRole('dialog', { name: 'Member removed' }))
  expect(dialog.getByLabelText('Body of the request').textContent).toBe('{\n  "id": "one"\n}')
  dialog.getByText('Tries: 8')
  await user.click(dialog.getByRole('button', { name: 'Redeliver' }))
  await dialog.findByText('Delivered')
  expect(requestsOf('RedeliverWebhook')).toMatchObject([{ input: { webhookId: 'fine', deliveryId: 'one' } }])
})

test('says why a webhook is disabled, and enables it after a recent sign-in', async () => {
  const { user, press, rowers } = await open('/off', [
    webhook('off', { disabledAt: minutesAgo(1), disabledBy: 'system' }),
  ])
  refuseUntilSignIn('updateWebhook')
  await screen.findByText('Disabled after a day of failures')
  expect(screen.queryByRole('button', { name: 'Send test event' })).toBe(null)
  await press('Enable')
  const dialog = within(await screen.findByRole('dialog'))
  rowers.webhooks = [webhook('off')]
  await user.type(await dialog.findByLabelText('Password'), 'correct horse battery')
  await user.click(dialog.getByRole('button', { name: /Confirm|Continue|Sign in/ }))
  await screen.findByText('The webhook is enabled. It also gets what happened in the meantime.')
  expect(requestsOf('UpdateWebhook').at(-1)).toMatchObject({ input: { webhookId: 'off', isEnabled: true } })
})

test('edits, replaces the secret and deletes', async () => {
  const { user, press, rowers } = await open('/fine', [webhook('fine', { events: ['team.created', 'new.event'] })])
  const choose = async (action: string) => {
    await press('Actions for https://fine.example/hook')
    await user.click(await screen.findByRole('menuitem', { name: action }))
    return within(await screen.findByRole('dialog'))
  }
  server.graphql['updateWebhook'] = () => refusedWith('WEBHOOK_URL_IS_NOT_ALLOWED')
  const edit = await choose('Edit…')
  await user.click(await edit.findByRole('checkbox', { name: 'Team removed' }))
  await user.click(edit.getByRole('button', { name: 'Save' }))
  await edit.findByText('Enter a public URL that starts with https://.')
  expect(requestsOf('UpdateWebhook')).toMatchObject([
    { input: { events: ['team.created', 'new.event', 'team.deleted'] } },
  ])
  await user.click(edit.getByRole('button', { name: 'Cancel' }))
  server.graphql['rotateWebhookSecret'] = () => ({ ...done, secret: 'whsec_new' })
  const rotate = await choose('New secret…')
  await user.click(await rotate.findByRole('button', { name: 'Replace' }))
  expect(await rotate.findByRole('textbox', { name: 'Secret' })).toHaveProperty('value', 'whsec_new')
  await user.click(rotate.getByRole('button', { name: 'Done' }))
  server.graphql['deleteWebhook'] = () => {
    rowers.webhooks = []
    return done
  }
  const remove = await choose('Delete…')
  await user.click(await remove.findByRole('button', { name: 'Delete' }))
  await screen.findByRole('heading', { name: 'No webhooks yet' })
})

test('says that a webhook is gone', async () => {
  await open('/gone', [webhook('fine')])
  await screen.findByRole('heading', { name: 'Webhook not found' })
  screen.getByRole('link', { name: 'All webhooks' })
})
