import { renderPage, screen } from 'kit/testing/page'
import { person } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { InvitationsCard } from './invitations-card.tsx'

const card = () => renderPage([{ path: '*', element: <InvitationsCard user={person('Ada')} /> }], '/')
const list = 'GET /organization/list-user-invitations'
const invitation = {
  id: 'i1',
  organizationId: 'o1',
  email: 'ada@example.com',
  role: 'member',
  teamId: null,
  status: 'pending' as const,
  expiresAt: new Date().toISOString(),
  createdAt: new Date().toISOString(),
  inviterId: 'bob',
  organizationName: 'Rowers',
  organizationSlug: 'rowers',
  inviterName: 'Bob',
  inviterEmail: '',
}

test('shows inviter and organization, and links to the invitation', async () => {
  server.rest['GET /address-to-prove'] = () => ({ email: null, isProved: true })
  server.rest[list] = () => [invitation, { ...invitation, id: 'i2', inviterEmail: 'bob@example.com' }]
  await card()
  await screen.findByText('From Bob (unconfirmed address)')
  expect(screen.getByText('From Bob (bob@example.com)')).toBeDefined()
  const links = screen.getAllByRole('link', { name: 'See the invitation to Rowers' })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/accept-invitation/i1', '/accept-invitation/i2'])
})

test('asks to verify the email, and sends no request that would be refused', async () => {
  server.rest['GET /address-to-prove'] = () => ({ email: null, isProved: false })
  await card()
  await screen.findByRole('link', { name: 'Confirm the address' })
  expect(requestsOf(list)).toEqual([])
})

test('says if there are none, or if they cannot be loaded', async () => {
  server.rest['GET /address-to-prove'] = () => ({ email: null, isProved: true })
  server.rest[list] = () => refused(503, 'SERVICE_UNAVAILABLE')
  const { user } = await card()
  const retry = await screen.findByRole('button', { name: 'Try again' })
  server.rest[list] = () => []
  await user.click(retry)
  await screen.findByText('No open invitations.')
})
