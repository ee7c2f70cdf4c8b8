import { onEvent } from 'kit'
import { screen, waitFor, within } from 'kit/testing/page'
import { requestsOf, server } from 'kit/testing/server'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openPage } from '../testing/open-page.ts'
import { done, inPages, refusedWith, serve } from '../testing/gateway.ts'

const invitation = (id: string, name: string | null, inviter: string | null) => ({
  id,
  organizationName: name,
  organizationSlug: name?.toLowerCase() ?? null,
  inviterName: 'Dora',
  inviterEmail: inviter,
  roles: ['ADMIN'],
  expiresAt: new Date(Date.now() + 3 * 86_400_000).toISOString(),
})
const names = ['Rowers', 'Sailors', 'Climbers']
let invitations: ReturnType<typeof invitation>[]

beforeEach(() => {
  serve()
  invitations = [invitation('i1', 'Divers & Co', 'bob@example.com')]
  const organizations = names.map((name) => ({ id: name, databaseId: name, name, slug: name.toLowerCase() }))
  server.graphql['viewer'] = () => ({
    user: { id: 'ada', name: 'Ada', email: 'ada@example.com' },
    isEmailProved: true,
    organizations: inPages(() => organizations, 2),
    invitations: inPages(() => invitations),
  })
})
const openList = () => openPage('/organizations')
const received = () => screen.queryByRole('list', { name: 'Invitations for you' })

test('lists the organizations of all pages', async () => {
  await openList()
  await screen.findByRole('link', { name: 'Climbers' })
  const links = names.map((name) => screen.getByRole('link', { name }).getAttribute('href'))
  expect(links).toEqual(['/organizations/rowers', '/organizations/sailors', '/organizations/climbers'])
})

test('offers to create an organization if there is none', async () => {
  server.graphql['viewer'] = () => ({
    user: { id: 'ada', name: 'Ada', email: 'ada@example.com' },
    isEmailProved: true,
    organizations: inPages(() => []),
  })
  await openList()
  await screen.findByText('You are in no organization yet.')
  expect(screen.getByRole('link', { name: 'Create an organization' }).getAttribute('href')).toBe('/organizations/new')
})

test('shows inviter, organization, role and expiry of an invitation', async () => {
  invitations.push(invitation('i2', null, null))
  await openList()
  const list = within(await screen.findByRole('list', { name: 'Invitations for you' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Divers & CoFrom Dora (bob@example.com), ends in 3 daysAdministratorJoinDecline',
    'An organizationFrom Dora (unconfirmed address), ends in 3 daysAdministratorJoinDecline',
  ])
})

test('joins an organization, and notifies the session and other remotes', async () => {
  const member = { id: 'm1', organization: { id: 'O_o1', databaseId: 'o1' } }
  server.graphql['acceptInvitation'] = () => ({ ...done, member })
  const heard = vi.fn()
  onTestFinished(onEvent('member-joined', heard))
  const { user, arrivedAt } = await openList()
  server.graphql['organization'] = () => null
  await user.click(await screen.findByRole('button', { name: 'Join Divers & Co' }))
  await arrivedAt('/organizations/divers%20%26%20co')
  expect(requestsOf('AcceptInvitation')).toEqual([{ input: { invitationId: 'i1' } }])
  expect(heard.mock.calls).toEqual([[{ organizationId: 'o1', userId: 'ada' }]])
})

test('shows the list if the invitation’s organization cannot be shown', async () => {
  invitations = [invitation('i2', null, null)]
  server.graphql['acceptInvitation'] = () => done
  const { user, arrivedAt } = await openList()
  await user.click(await screen.findByRole('button', { name: 'Join An organization' }))
  await waitFor(() => expect(requestsOf('AcceptInvitation')).toHaveLength(1))
  await arrivedAt('/organizations')
})

const decline = async (user: Awaited<ReturnType<typeof openList>>['user']) => {
  await user.click(await screen.findByRole('button', { name: 'Decline the invitation to Divers & Co' }))
  return within(screen.getByRole('dialog', { name: 'Decline the invitation?' }))
}

test('confirms a rejection, removes the invitation and says so, even after the last one', async () => {
  server.graphql['rejectInvitation'] = () => {
    invitations = []
    return done
  }
  const { user } = await openList()
  await user.click((await decline(user)).getByRole('button', { name: 'Cancel' }))
  expect(requestsOf('RejectInvitation')).toEqual([])
  await user.click((await decline(user)).getByRole('button', { name: 'Decline' }))
  await screen.findByText('The invitation to Divers & Co was declined.')
  await waitFor(() => expect(received()).toBeNull())
  expect(requestsOf('RejectInvitation')).toEqual([{ input: { invitationId: 'i1' } }])
})

test.each([
  ['Join Divers & Co', 'acceptInvitation'],
  ['Decline the invitation to Divers & Co', 'rejectInvitation'],
])('%s: keeps the reason for the refusal after the invitation is gone', async (button, field) => {
  server.graphql[field] = () => {
    invitations = []
    return refusedWith('INVITATION_NOT_FOUND')
  }
  const { user, arrivedAt } = await openList()
  if (field === 'rejectInvitation') await user.click((await decline(user)).getByRole('button', { name: 'Decline' }))
  else await user.click(await screen.findByRole('button', { name: button }))
  await screen.findByText('This invitation was answered or cancelled meanwhile.')
  await waitFor(() => expect(screen.queryByRole('button', { name: button })).toBeNull())
  expect(screen.getByRole('alert').textContent).toBe('This invitation was answered or cancelled meanwhile.')
  await arrivedAt('/organizations')
})

test('offers a retry if the list cannot be loaded', async () => {
  const { user, goTo } = await openPage('/elsewhere')
  server.isAway = true
  await goTo('/organizations')
  expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the server.')
  server.isAway = false
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('link', { name: 'Climbers' })
})
