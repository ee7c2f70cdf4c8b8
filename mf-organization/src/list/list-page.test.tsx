import { onEvent } from 'kit'
import { renderPage, screen, waitFor, within } from 'kit/testing/page'
import { person } from 'kit/testing/people'
import { refused, requestsOf, server } from 'kit/testing/server'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openPage } from '../testing/open-page.ts'
import { serve } from '../testing/gateway.ts'
import { OrganizationsCard } from './organizations.tsx'

const organization = (name: string) => ({
  id: name,
  name,
  slug: name.toLowerCase(),
  logo: null,
  metadata: null,
  createdAt: new Date().toISOString(),
  role: 'owner,admin',
  memberCount: 12,
})
const invitation = (id: string, inviterEmail: string) => ({
  id,
  organizationId: 'divers',
  email: 'ada@example.com',
  role: 'admin',
  teamId: null,
  status: 'pending' as const,
  expiresAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
  createdAt: new Date().toISOString(),
  inviterId: 'dora',
  organizationName: 'Divers & Co',
  organizationSlug: 'divers & co',
  inviterName: 'Dora',
  inviterEmail,
})
let organizations: ReturnType<typeof organization>[]
let invitations: ReturnType<typeof invitation>[]
let isProved: boolean

beforeEach(() => {
  serve()
  organizations = ['Rowers', 'Sailors'].map(organization)
  invitations = [invitation('i1', 'dora@example.com')]
  isProved = true
  server.rest['GET /organization/list'] = () => organizations
  server.rest['GET /address-to-prove'] = () => ({ email: null, isProved })
  server.rest['GET /organization/list-user-invitations'] = () => invitations
})
const openList = () => openPage('/organizations')
const openCard = (user = person('Ada')) => renderPage([{ path: '*', element: <OrganizationsCard user={user} /> }], '/')
const rows = async (name = 'Organizations') =>
  within(await screen.findByRole('list', { name }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

test.each([openList, openCard])('shows invitations first, then organizations with role and size', async (open) => {
  invitations.push(invitation('i2', ''))
  await open()
  expect(await rows('Invitations')).toEqual([
    expect.stringContaining('Divers & CoFrom Doradora@example.comAdminExpires in 3 days'),
    expect.stringContaining('Divers & CoFrom Doraemail not verifiedAdminExpires in 3 days'),
  ])
  const titles = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(titles).toEqual(['Invitations 2', 'Organizations 2'])
  expect(await rows()).toEqual([
    expect.stringContaining('RowersOwner and Admin12 members'),
    expect.stringContaining('SailorsOwner and Admin12 members'),
  ])
  expect(screen.getByRole('link', { name: 'Rowers' }).getAttribute('href')).toBe('/organizations/rowers')
  expect(screen.getByRole('link', { name: 'Create organization' }).getAttribute('href')).toBe('/organizations/new')
})

test('shows the first eight on the start page, with a link to all', async () => {
  invitations = []
  organizations = Array.from({ length: 9 }, (_, index) => organization(`Club ${index}`))
  await openCard()
  expect(await rows()).toHaveLength(8)
  expect(screen.getByRole('link', { name: 'All organizations' }).getAttribute('href')).toBe('/organizations')
})

const primary = () =>
  [...document.querySelectorAll('.mantine-Button-root:is(:not([data-variant]), [data-variant=filled])')].map(
    ({ textContent }) => textContent,
  )

test.each([
  ['invited, in no organization', openList, ['Join']],
  ['invited, in no organization', openCard, ['Join']],
  ['invited, in some', openList, ['Join']],
  ['invited, in some', openCard, ['Join']],
  ['in none', openList, ['Create organization']],
  ['in none', openCard, ['Create organization']],
  ['in some', openList, ['Create organization']],
  ['in some', openCard, []],
])('has one main action at most: %s', async (state, open, expected) => {
  if (!state.includes('some')) organizations = []
  if (!state.includes('invited')) invitations = []
  await open()
  await screen.findByRole('link', { name: 'Create organization' })
  await waitFor(() => expect(primary()).toEqual(expected))
  expect(screen.queryAllByText('No organizations yet')).toHaveLength(state === 'in none' ? 1 : 0)
})

test('says what organizations are for if there is none', async () => {
  organizations = invitations = []
  await openList()
  await screen.findByText('No organizations yet')
  expect(screen.getAllByRole('link', { name: 'Create organization' })).toHaveLength(1)
})

test('asks to verify the email to see invitations, and sends no request that would be refused', async () => {
  isProved = false
  await openList()
  const link = await screen.findByRole('link', { name: 'Send email' })
  expect(link.getAttribute('href')).toBe('/verify-email?prove=true&redirectTo=%2Forganizations')
  expect(requestsOf('GET /organization/list-user-invitations')).toEqual([])
})

test('leaves that to the start page if the email is not verified either', async () => {
  isProved = false
  await openCard(person('Ada', { emailVerified: false }))
  await rows()
  expect(screen.queryByRole('link', { name: 'Send email' })).toBeNull()
})

test('joins an organization, and notifies the session and other remotes', async () => {
  const member = { id: 'm1', organizationId: 'divers', userId: 'ada', role: 'admin', teamId: null }
  const createdAt = new Date().toISOString()
  server.rest['POST /organization/accept-invitation'] = () => ({
    invitation: invitation('i1', ''),
    member: { ...member, createdAt },
  })
  const heard = vi.fn()
  onTestFinished(onEvent('member-joined', heard))
  const { user, arrivedAt } = await openList()
  server.graphql['organization'] = () => null
  await user.click(await screen.findByRole('button', { name: 'Join: Divers & Co' }))
  await arrivedAt('/organizations/divers%20%26%20co')
  expect(requestsOf('POST /organization/accept-invitation')).toEqual([{ invitationId: 'i1' }])
  expect(heard.mock.calls).toEqual([[{ organizationId: 'divers', userId: 'ada' }]])
})

const decline = async (user: Awaited<ReturnType<typeof openList>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Decline: Divers & Co' }))
  return within(screen.getByRole('dialog', { name: 'Decline invitation?' }))
}

test('confirms a rejection, removes the invitation and says so', async () => {
  server.rest['POST /organization/reject-invitation'] = () => {
    invitations = []
    return { invitation: invitation('i1', ''), member: null }
  }
  const { user } = await openList()
  await user.click((await decline(user)).getByRole('button', { name: 'Cancel' }))
  expect(requestsOf('POST /organization/reject-invitation')).toEqual([])
  await user.click((await decline(user)).getByRole('button', { name: 'Decline' }))
  await screen.findByText('You declined the invitation to Divers & Co.')
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Join: Divers & Co' })).toBeNull())
  expect(requestsOf('POST /organization/reject-invitation')).toEqual([{ invitationId: 'i1' }])
})

test.each(['accept', 'reject'] as const)('%s: keeps the refusal after the invitation is gone', async (answer) => {
  server.rest[`POST /organization/${answer}-invitation`] = () => {
    invitations = []
    return refused(400, 'INVITATION_NOT_FOUND')
  }
  const { user, arrivedAt } = await openList()
  if (answer === 'reject') await user.click((await decline(user)).getByRole('button', { name: 'Decline' }))
  else await user.click(await screen.findByRole('button', { name: 'Join: Divers & Co' }))
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Join: Divers & Co' })).toBeNull())
  expect(screen.getByRole('alert').textContent).toBe('This invitation was already answered or canceled.')
  await arrivedAt('/organizations')
})

test('offers a retry if something cannot be loaded', async () => {
  server.rest['GET /organization/list-user-invitations'] = () => refused(503, 'SERVER_BUSY')
  const { user } = await openList()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  server.rest['GET /organization/list-user-invitations'] = () => []
  await user.click(retry)
  expect(await rows()).toHaveLength(2)
})
