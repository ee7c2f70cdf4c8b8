import { renderPage, screen, waitFor, within } from 'kit/testing/page'
import { graphqlError, requestsOf, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { done, organization, refusedWith, refuseUntilSignIn, serve } from '../testing/gateway.ts'
import { openPage } from '../testing/open-page.ts'
import { OwnKeys } from './own-keys.tsx'

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

const key = (databaseId: string, changes: object = {}) => ({
  databaseId,
  name: databaseId,
  start: 'acct_Ab12',
  scopes: ['team:create'],
  organizationIds: ['rowers'],
  isEnabled: true,
  expiresAt: null,
  lastUsedAt: null,
  ...changes,
})

const rowers = () => ({ ...organization(['OWNER'], []), viewerGrants: ['team:create', 'key:manage', 'mf-boats:lend'] })

function actionsOf(user: Awaited<ReturnType<typeof openPage>>['user']) {
  const press = async (name: string | RegExp) => user.click(await screen.findByRole('button', { name }))
  const choose = async (name: string, action: string) => {
    await press(`Actions for ${name}`)
    await user.click(await screen.findByRole('menuitem', { name: action }))
  }
  return { user, press, choose }
}

async function openOrganization(apiKeys: object[]) {
  const shown = { ...rowers(), apiKeys, remotePermissions: [{ name: 'mf-boats:lend', label: 'Lend boats' }] }
  serve(shown)
  const page = await openPage('/organizations/rowers/keys')
  return { ...actionsOf(page.user), shown }
}

async function openOwn(apiKeys: object[]) {
  serve(rowers())
  const viewer = {
    apiKeys,
    organizations: { nodes: [rowers(), { ...rowers(), id: 'club', name: 'Club', viewerGrants: [] }] },
  }
  server.graphql['viewer'] = () => viewer
  const page = await renderPage([{ path: '/account/keys', Component: OwnKeys }], '/account/keys')
  return { ...actionsOf(page.user), viewer }
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Keys' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent?.replace(/Actions for .*/, ''))

test('creates a key of the organization and shows it once', async () => {
  const { user, press, shown } = await openOrganization([])
  await screen.findByRole('heading', { name: 'No keys yet' })
  server.graphql['createApiKey'] = () => {
    shown.apiKeys = [key('CI')]
    return { ...done, key: 'acct_once' }
  }
  await press('Create key')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create key' }))
  await user.click(await dialog.findByRole('button', { name: 'Create key' }))
  await dialog.findByText('Enter a name.')
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'CI')
  expect(dialog.queryByRole('checkbox', { name: 'Manage keys' })).toBe(null)
  await user.click(dialog.getByRole('checkbox', { name: 'Lend boats' }))
  await user.click(dialog.getByRole('button', { name: 'Create key' }))
  expect(await dialog.findByRole('textbox', { name: 'Key' })).toHaveProperty('value', 'acct_once')
  expect(requestsOf('CreateApiKey')).toEqual([
    { input: { organizationId: 'rowers', name: 'CI', expiresInDays: 90, scopes: ['mf-boats:lend'] } },
  ])
  await user.click(dialog.getByRole('button', { name: 'Copy' }))
  await dialog.findByRole('button', { name: 'Copied' })
  expect(await navigator.clipboard.readText()).toBe('acct_once')
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  expect(await rows()).toHaveLength(1)
  expect(document.body.textContent).not.toContain('acct_once')
})

test('lists keys with what they may do and their state', async () => {
  const expired = inDays(-3)
  await openOrganization([
    key('fine', { lastUsedAt: new Date(Date.now() - 300_000).toISOString() }),
    key('soon', { expiresAt: inDays(3), scopes: ['mf-boats:lend', 'team:create'] }),
    key('off', { isEnabled: false, scopes: [] }),
    key('old', { expiresAt: expired }),
  ])
  const date = (time: string) => new Intl.DateTimeFormat('en', { dateStyle: 'medium' }).format(new Date(time))
  expect(await rows()).toEqual([
    'fine acct_Ab12… ActiveCreate teamsLast used 5 minutes ago · Never expires',
    `soon acct_Ab12… Expires soonmf-boats: Lend boats and Create teamsNot used yet · Expires on ${date(inDays(3))}`,
    'off acct_Ab12… DisabledOnly readsNot used yet · Never expires',
    `old acct_Ab12… ExpiredCreate teamsNot used yet · Expired on ${date(expired)}`,
  ])
})

test('creates a key of the viewer for chosen organizations, which decide what it may do', async () => {
  const { user, press } = await openOwn([])
  server.graphql['createApiKey'] = () => ({ ...done, key: 'acct_mine' })
  await press('Create key')
  const dialog = within(await screen.findByRole('dialog', { name: 'Create key' }))
  await user.type(await dialog.findByRole('textbox', { name: 'Name' }), 'mine')
  expect(dialog.queryByRole('checkbox', { name: 'Create teams' })).toBe(null)
  await user.click(dialog.getByRole('checkbox', { name: 'Rowers' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Create teams' }))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Expiry' }), 'Never')
  await user.click(dialog.getByRole('checkbox', { name: 'Rowers' }))
  await user.click(dialog.getByRole('checkbox', { name: 'Club' }))
  await user.click(dialog.getByRole('button', { name: 'Create key' }))
  expect(await dialog.findByRole('textbox', { name: 'Key' })).toHaveProperty('value', 'acct_mine')
  expect(requestsOf('CreateApiKey')).toEqual([
    { input: { organizationIds: ['club'], name: 'mine', expiresInDays: null, scopes: [] } },
  ])
})

test.each([
  ['the name', async () => {}, { name: 'Deploy' }],
  [
    'what it may do',
    async ({ check }: Editing) => check('Lend boats'),
    { scopes: ['team:create', 'webhook:manage', 'mf-boats:lend'] },
  ],
  ['the expiry', async ({ select }: Editing) => select('30 days'), { expiresInDays: 30 }],
  ['the expiry, to none', async ({ select }: Editing) => select('Never'), { expiresInDays: null }],
  ['nothing', async () => {}, {}],
])('changes %s of a key, and nothing else', async (_, edit, changes) => {
  const before = key('CI', { scopes: ['team:create', 'webhook:manage'], expiresAt: inDays(3) })
  const { user, choose } = await openOrganization([before])
  await choose('CI', 'Edit…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit CI' }))
  const name = await dialog.findByRole('textbox', { name: 'Name' })
  if ('name' in changes) await user.clear(name).then(() => user.type(name, changes.name))
  await edit({
    check: (label) => user.click(dialog.getByRole('checkbox', { name: label })),
    select: (label) => user.selectOptions(dialog.getByRole('combobox', { name: 'Expiry' }), label),
  })
  server.graphql['updateApiKey'] = () => done
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(requestsOf('UpdateApiKey')).toEqual(
    Object.keys(changes).length > 0 ? [{ input: { keyId: 'CI', ...changes } }] : [],
  )
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
})

interface Editing {
  check: (label: string) => Promise<void>
  select: (label: string) => Promise<void>
}

test('changes where a key of the viewer acts', async () => {
  const { user, choose } = await openOwn([key('mine')])
  await choose('mine', 'Edit…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit mine' }))
  await user.click(await dialog.findByRole('checkbox', { name: 'Club' }))
  server.graphql['updateApiKey'] = () => done
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(requestsOf('UpdateApiKey')).toEqual([{ input: { keyId: 'mine', organizationIds: ['rowers', 'club'] } }])
})

test('shows why a key was not changed', async () => {
  const { user, choose } = await openOrganization([key('CI')])
  server.graphql['updateApiKey'] = () => refusedWith('KEY_NOT_FOUND')
  await choose('CI', 'Edit…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit CI' }))
  await user.type(await dialog.findByRole('textbox', { name: 'Name' }), ' 2')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('This key no longer exists. Reload the page.')
})

test('disables a key after a recent sign-in', async () => {
  const { user, choose, viewer } = await openOwn([key('mine')])
  expect(await rows()).toEqual(['mine acct_Ab12… ActiveCreate teams · RowersNot used yet · Never expires'])
  refuseUntilSignIn('updateApiKey')
  await choose('mine', 'Disable')
  const dialog = within(await screen.findByRole('dialog'))
  viewer.apiKeys = [key('mine', { isEnabled: false })]
  await user.type(await dialog.findByLabelText('Password'), 'correct horse battery')
  await user.click(dialog.getByRole('button', { name: /Confirm|Continue|Sign in/ }))
  await screen.findByText('Disabled')
  expect(requestsOf('UpdateApiKey').at(-1)).toEqual({ input: { keyId: 'mine', isEnabled: false } })
})

test('revokes a key after a question, and shows why it failed', async () => {
  const { user, choose, viewer } = await openOwn([key('mine')])
  server.graphql['deleteApiKey'] = () => refusedWith('KEY_NOT_FOUND')
  await choose('mine', 'Revoke…')
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke mine?' }))
  await user.click(dialog.getByRole('button', { name: 'Revoke' }))
  await dialog.findByText('This key no longer exists. Reload the page.')
  server.graphql['deleteApiKey'] = () => {
    viewer.apiKeys = []
    return done
  }
  await user.click(dialog.getByRole('button', { name: 'Revoke' }))
  await screen.findByRole('heading', { name: 'No keys yet' })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBe(null))
  expect(requestsOf('DeleteApiKey').at(-1)).toEqual({ input: { keyId: 'mine' } })
})

test('offers a retry if keys cannot be loaded', async () => {
  serve(rowers())
  server.graphql['viewer'] = () => {
    throw graphqlError('UPSTREAM_UNAVAILABLE')
  }
  const page = await renderPage([{ path: '/account/keys', Component: OwnKeys }], '/account/keys')
  await screen.findByRole('alert')
  server.graphql['viewer'] = () => ({ apiKeys: [], organizations: { nodes: [] } })
  await page.user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('heading', { name: 'No keys yet' })
})
