import { open, screen, waitFor, within } from 'kit/testing/page'
import { askedOf, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import type { Permission } from '../generated/graphql.ts'
import { remote } from '../remote.tsx'
import { done, inPages, organization, refusedWith, refuseUntilSignIn, serve } from '../testing/gateway.ts'

/** Opens the members of an organization to which Bob is invited. */
async function openMembers(...permissions: Permission[]) {
  const rowers = organization(['ADMIN'], permissions)
  const expiresAt = new Date(Date.now() + 3 * 86_400_000).toISOString()
  let invitations = [
    { id: 'i1', email: 'bob@example.com', roles: ['ADMIN'], team: { id: 'Eights', name: 'Eights' }, expiresAt },
  ]
  rowers.invitations = inPages(() => invitations)
  serve(rowers)
  const { user } = await open(remote.routes, '/organizations/rowers')
  await screen.findByText('bob@example.com')
  return {
    user,
    withdraw: () => {
      invitations = []
      return done
    },
  }
}

test('an invitation is sent again with the same roles and team, and the list is asked for anew', async () => {
  server.graphql['inviteMember'] = () => done
  const { user } = await openMembers('INVITATION_CREATE', 'INVITATION_CANCEL')
  await user.click(screen.getByRole('button', { name: 'Send again to bob@example.com' }))
  await screen.findByText('The invitation to bob@example.com is on its way.')
  const to = { organizationId: 'rowers', roles: ['ADMIN'], teamId: 'Eights' }
  const input = { ...to, email: 'bob@example.com', resend: true }
  expect(askedOf('InviteMember')).toEqual([{ input }])
  await waitFor(() => expect(askedOf('OrganizationMembers')).toHaveLength(2))
})

test('an invitation as owner is sent again after the password where the sign-in is too long ago', async () => {
  const { user } = await openMembers('INVITATION_CREATE', 'INVITATION_CANCEL')
  refuseUntilSignIn('inviteMember')
  await user.click(screen.getByRole('button', { name: 'Send again to bob@example.com' }))
  const asking = within(await screen.findByRole('dialog', { name: 'Enter your password' }))
  await user.type(asking.getByLabelText('Password'), 'secret')
  await user.click(asking.getByRole('button', { name: 'Continue' }))
  await screen.findByText('The invitation to bob@example.com is on its way.')
  expect(askedOf('InviteMember')).toHaveLength(2)
})

test('an invitation that was withdrawn is gone', async () => {
  const { user, withdraw } = await openMembers('INVITATION_CANCEL')
  server.graphql['cancelInvitation'] = withdraw
  await user.click(screen.getByRole('button', { name: 'Withdraw the invitation to bob@example.com' }))
  await waitFor(() => expect(screen.queryByText('bob@example.com')).toBeNull())
  expect(askedOf('CancelInvitation')).toEqual([{ input: { invitationId: 'i1' } }])
})

test.each([
  ['Send again to bob@example.com', 'inviteMember'],
  ['Withdraw the invitation to bob@example.com', 'cancelInvitation'],
])('%s: a refusal is told, and nothing is said to be on its way', async (button, field) => {
  server.graphql[field] = () => refusedWith('INVITATION_NOT_FOUND')
  const { user } = await openMembers('INVITATION_CREATE', 'INVITATION_CANCEL')
  await user.click(screen.getByRole('button', { name: button }))
  expect((await screen.findByRole('alert')).textContent).toBe('This invitation was answered or withdrawn meanwhile.')
  expect(screen.queryByText('The invitation to bob@example.com is on its way.')).toBeNull()
})

test('what one may not do is not offered', async () => {
  await openMembers()
  expect(screen.queryByRole('button')).toBeNull()
})
