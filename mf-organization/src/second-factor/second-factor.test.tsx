import { screen, waitFor, within } from 'kit/testing/page'
import { requestsOf, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import type { Role } from '../generated/graphql.ts'
import { ada, done, inPages, member, organization, refusedWith, refuseUntilSignIn, serve } from '../testing/gateway.ts'
import { openPage } from '../testing/open-page.ts'

const day = 86_400_000
const inDays = (days: number) => new Date(Date.now() + days * day).toISOString()
const button = (name: string) => screen.getByRole('button', { name })

beforeEach(() => {
  server.rest['GET /passkey/list-user-passkeys'] = () => []
})

function closed() {
  const rowers = organization([], [])
  const nothing = { viewerPermissions: null, viewerGrants: null, viewerMembership: null, members: null, roles: null }
  return Object.assign(rowers, { ...nothing, needsSecondFactor: true })
}

test.each(['', '/settings', '/teams', '/audit-log', '/roles'])(
  'explains at %s what opens a closed organization',
  async (tab) => {
    serve(closed())
    await openPage(`/organizations/rowers${tab}`)
    await screen.findByRole('heading', { name: 'Rowers', level: 1 })
    await screen.findByText(/^You don’t have either yet\./)
    const link = screen.getByRole('link', { name: 'Set up a second factor' })
    const redirectTo = `/organizations/rowers${tab}`
    expect(link.getAttribute('href')).toBe(`/account/security?${new URLSearchParams({ redirectTo })}`)
    expect(requestsOf('SetActiveOrganization')).toEqual([])
    await screen.findByRole('button', { name: 'Leave…' })
  },
)

test('asks those who have a factor for it, and then opens the organization', async () => {
  const shown = closed()
  serve(shown)
  refuseUntilSignIn('nothing')
  if (server.signedIn) server.signedIn.user = { ...ada, twoFactorEnabled: true }
  const { user } = await openPage('/organizations/rowers')
  await user.click(await screen.findByRole('button', { name: 'Confirm that it’s you' }))
  const asking = within(await screen.findByRole('dialog', { name: 'Enter your password' }))
  await user.type(asking.getByLabelText('Password'), 'secret')
  Object.assign(shown, organization(['OWNER'], []))
  await user.click(asking.getByRole('button', { name: 'Continue' }))
  await screen.findByText('Your role: Owner')
})

test('announces it during the grace period', async () => {
  const rowers = Object.assign(organization(['MEMBER'], []), { secondFactorRequiredAt: inDays(3) })
  serve(rowers)
  await openPage('/organizations/rowers')
  await screen.findByText(/Rowers is open only after signing in with a passkey/)
})

function withSettings(role: Role, time: string | null = null) {
  const rowers = Object.assign(organization([role], []), { secondFactorRequiredAt: time })
  const all = [rowers.viewerMembership, member('Bob', 'MEMBER'), member('Cy', 'MEMBER')]
  const pages = inPages(() => all)
  rowers.members = async (page) => ('hasSecondFactor' in page ? inPages(() => all.slice(2))(page) : pages(page))
  serve(rowers)
  return rowers
}

test('lets owners choose when it starts, after a recent sign-in', async () => {
  const rowers = withSettings('OWNER')
  const { user } = await openPage('/organizations/rowers/settings')
  await screen.findByText('Off: a password is enough.')
  const missing = screen.getByRole('link', { name: '1 of 3 members without a second factor' })
  expect(missing.getAttribute('href')).toBe('/organizations/rowers?factor=none')
  refuseUntilSignIn('requireSecondFactor')
  await user.click(button('Change…'))
  const dialog = within(await screen.findByRole('dialog'))
  await user.selectOptions(dialog.getByRole('combobox', { name: 'Starts' }), 'In 30 days')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const asking = within(await screen.findByRole('dialog', { name: 'Enter your password' }))
  await user.type(asking.getByLabelText('Password'), 'secret')
  rowers.secondFactorRequiredAt = inDays(30)
  await user.click(asking.getByRole('button', { name: 'Continue' }))
  await screen.findByText('Saved.')
  await waitFor(() => expect(screen.getAllByText(/^From .* on$/)).toHaveLength(1))
  const input = { organizationId: 'rowers', required: true, graceDays: 30 }
  expect(requestsOf('RequireSecondFactor')).toEqual([{ input }, { input }])
})

test('tells owners what to do first, and lets them end it', async () => {
  withSettings('OWNER', inDays(-1))
  server.graphql['requireSecondFactor'] = () => refusedWith('SECOND_FACTOR_REQUIRED')
  const { user } = await openPage('/organizations/rowers/settings')
  await screen.findByText(/^Required since /)
  await user.click(button('Change…'))
  const dialog = within(await screen.findByRole('dialog'))
  const choice = dialog.getByRole('combobox', { name: 'Starts' })
  await user.selectOptions(choice, 'At once')
  dialog.getByText(/^You need to have signed in with one yourself/)
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('First sign in with a passkey or with a code from your authenticator app.')
  server.graphql['requireSecondFactor'] = () => done
  await user.selectOptions(choice, 'Never: a password is enough')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await screen.findByText('Saved.')
  expect(requestsOf('RequireSecondFactor').at(-1)).toEqual({ input: { organizationId: 'rowers', required: false } })
})

test('does not offer it to admins', async () => {
  withSettings('ADMIN')
  await openPage('/organizations/rowers/settings')
  await screen.findByRole('heading', { name: 'Danger zone' })
  expect(screen.queryByText('Require a second factor')).toBeNull()
})

test.each(['OWNER', 'ADMIN'] as const)('marks members without one, and filters them, for the role %s', async (role) => {
  const rowers = organization([role], [])
  const crew = ['Bob', 'Cy', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal'].map((name) => member(name, 'MEMBER'))
  rowers.members = inPages(() => crew.map((one, index) => ({ ...one, hasSecondFactor: index > 1 })))
  serve(rowers)
  const { user, arrivedAt } = await openPage('/organizations/rowers?sort=joined')
  await waitFor(() => expect(screen.getAllByText('no second factor')).toHaveLength(2))
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by second factor' }), 'No second factor')
  await arrivedAt('/organizations/rowers?sort=joined&factor=none')
  await waitFor(() => expect(requestsOf('OrganizationMembers').at(-1)).toMatchObject({ hasSecondFactor: false }))
})

test('does not offer the filter to others', async () => {
  const rowers = organization(['MEMBER'], [])
  serve(rowers)
  await openPage('/organizations/rowers?sort=joined')
  await screen.findByRole('combobox', { name: 'Filter by role' })
  expect(screen.queryByRole('combobox', { name: 'Filter by second factor' })).toBeNull()
  expect(screen.queryByText('no second factor')).toBeNull()
})
