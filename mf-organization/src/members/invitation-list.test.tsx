import { screen, waitFor, within } from 'kit/testing/page'
import { requestsOf, graphqlError, server } from 'kit/testing/server'
import { expect, test, vi } from 'vitest'
import type { Permission } from '../generated/graphql.ts'
import { openPage } from '../testing/open-page.ts'
import { done, inPages, invitation, organization, refusedWith, refuseUntilSignIn, serve } from '../testing/gateway.ts'

/** Opens the members page; the first invitation is for a team. */
async function openMembers(permissions: Permission[], names = ['bob'], more: object = {}) {
  const rowers = organization(['ADMIN'], permissions)
  let invitations = names.map((name) => invitation(name, 'ADMIN'))
  Object.assign(invitations[0] ?? {}, { team: { id: 'Eights', name: 'Eights' } }, more)
  rowers.invitations = inPages(() => invitations)
  serve(rowers)
  const { user, arrivedAt } = await openPage('/organizations/rowers')
  if (names[0]) await screen.findByText(`${names[0]}@example.com`)
  return {
    user,
    arrivedAt,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    /** Mocks a successful cancellation. */
    cancel: ({ input }: { input: { invitationId: string } }) => {
      invitations = invitations.filter(({ id }) => id !== input.invitationId)
      return { invitation: { __typename: 'Invitation', id: input.invitationId, status: 'CANCELED' }, ...done }
    },
  }
}
const both: Permission[] = ['INVITATION_CREATE', 'INVITATION_CANCEL']
const rows = () => within(screen.getByRole('list', { name: 'Open invitations' })).getAllByRole('listitem')
const question = async (name = 'Cancel the invitation?') => within(await screen.findByRole('dialog', { name }))

test('sends an invitation again with the same roles and team, and refetches the list', async () => {
  server.graphql['inviteMember'] = () => done
  const { press } = await openMembers(both)
  await press('Send again to bob@example.com')
  await screen.findByText('The invitation to bob@example.com is on its way.')
  const to = { organizationId: 'rowers', roles: ['ADMIN'], teamId: 'Eights' }
  const input = { ...to, email: 'bob@example.com', resend: true }
  expect(requestsOf('InviteMember')).toEqual([{ input }])
  await waitFor(() => expect(requestsOf('OrganizationMembers')).toHaveLength(2))
})

test('asks for the password before an owner’s invitation is sent again if the sign-in is not recent', async () => {
  const { user, press } = await openMembers(both)
  refuseUntilSignIn('inviteMember')
  await press('Send again to bob@example.com')
  const asking = within(await screen.findByRole('dialog', { name: 'Enter your password' }))
  await user.type(asking.getByLabelText('Password'), 'secret')
  await user.click(asking.getByRole('button', { name: 'Continue' }))
  await screen.findByText('The invitation to bob@example.com is on its way.')
  expect(requestsOf('InviteMember')).toHaveLength(2)
})

test('shows expiry, role and team of an invitation, and whether it has expired', async () => {
  await openMembers(both)
  expect(rows()[0]?.textContent).toMatch(/bob@example.comEnds in 3 days · .+Team: EightsAdministrator/)
  const expiresAt = new Date(Date.now() - 3 * 86_400_000).toISOString()
  await openMembers(both, ['bob'], { isExpired: true, expiresAt })
  await waitFor(() => expect(rows()[0]?.textContent).toMatch(/bob@example.comEnded 3 days ago/))
})

test('copies a link without the token if the user may invite', async () => {
  const { press } = await openMembers(both)
  await press('Copy link for bob@example.com')
  await screen.findByText('The link is copied. It is for bob@example.com: send it to nobody else.')
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/accept-invitation/rest%20id%20of%20bob`)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await press('Copy link for bob@example.com')
  await screen.findByText(/This is the link for bob@example.com: .+\/accept-invitation\/rest%20id%20of%20bob$/)
})

test('offers no link without the permission or after the expiry', async () => {
  await openMembers(['INVITATION_CANCEL'])
  expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull()
  await openMembers(both, ['bob'], { isExpired: true })
  expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull()
})

test('asks for confirmation before it cancels an invitation', async () => {
  const { user, press } = await openMembers(both)
  await press('Cancel invitation to bob@example.com')
  await user.click((await question()).getByRole('button', { name: 'Keep invitation' }))
  expect(requestsOf('CancelInvitation')).toEqual([])
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Cancel invitation to/ })),
  )
})

test('removes a cancelled invitation at once, and moves the focus to the next one or the heading', async () => {
  const { user, press, cancel } = await openMembers(both, ['bob', 'carla'])
  const held = Promise.withResolvers<void>()
  server.graphql['cancelInvitation'] = async (args: Parameters<typeof cancel>[0]) => {
    await held.promise
    return cancel(args)
  }
  await press('Cancel invitation to bob@example.com')
  await user.click((await question()).getByRole('button', { name: 'Cancel invitation' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  await screen.findByText('The invitation to bob@example.com was cancelled.')
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]))
  await press('Cancel invitation to carla@example.com')
  await user.click((await question()).getByRole('button', { name: 'Cancel invitation' }))
  await screen.findByText('No open invitations')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Open invitations' })))
  // The second call starts after the first response.
  expect(requestsOf('CancelInvitation')).toHaveLength(1)
  held.resolve()
  await waitFor(() => expect(requestsOf('CancelInvitation')).toHaveLength(2))
  expect(requestsOf('CancelInvitation')[0]).toEqual({ input: { invitationId: 'invitation bob' } })
})

test.each<[string, () => object]>([
  ['with a refusal', () => refusedWith('YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION')],
  [
    'without a response',
    () => {
      throw graphqlError('UPSTREAM_UNAVAILABLE')
    },
  ],
])('restores the row after a cancellation %s, with the reason', async (_, response) => {
  const { user, press } = await openMembers(both)
  const held = Promise.withResolvers<void>()
  server.graphql['cancelInvitation'] = async () => {
    await held.promise
    return response()
  }
  await press('Cancel invitation to bob@example.com')
  await user.click((await question()).getByRole('button', { name: 'Cancel invitation' }))
  await screen.findByText('No open invitations')
  held.resolve()
  await within(await screen.findByRole('list', { name: 'Open invitations' })).findByRole('alert')
  expect(screen.queryByText('The invitation to bob@example.com was cancelled.')).toBeNull()
})

test('shows a refused resend at its row, without a success message', async () => {
  server.graphql['inviteMember'] = () => refusedWith('INVITATION_LIMIT_REACHED')
  const { press } = await openMembers(both)
  await press('Send again to bob@example.com')
  const alert = await within(rows()[0] ?? document.body).findByRole('alert')
  expect(alert.textContent).toBe('There are too many open invitations. Cancel some first.')
  expect(screen.queryByText('The invitation to bob@example.com is on its way.')).toBeNull()
})

test('shows at the row if an invitation cannot be emailed', async () => {
  server.graphql['inviteMember'] = () => ({ isEmailSent: false, userErrors: [] })
  const { press } = await openMembers(both)
  await press('Send again to bob@example.com')
  const alert = await within(rows()[0] ?? document.body).findByRole('alert')
  expect(alert.textContent).toContain('no e-mail was sent')
})

test('shows five invitations, or all by a link that the URL keeps', async () => {
  const { press, arrivedAt } = await openMembers(both, ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  expect(rows()).toHaveLength(5)
  await press('Show all 7 invitations')
  await arrivedAt('/organizations/rowers?invitations=all')
  expect(rows()).toHaveLength(7)
  await press('Show fewer')
  await arrivedAt('/organizations/rowers')
  expect(rows()).toHaveLength(5)
})

test('cancels several at once, and keeps the focus nearby', async () => {
  const { user, press, cancel } = await openMembers(both, ['a', 'b', 'c'])
  server.graphql['cancelInvitation'] = cancel
  await user.click(screen.getByRole('checkbox', { name: 'Select a@example.com' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select b@example.com' }))
  await press('Cancel invitations')
  const asking = await question('Cancel the selected invitations?')
  await user.click(await asking.findByRole('button', { name: 'Cancel invitations' }))
  await screen.findByText('The selected invitations were cancelled.')
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(requestsOf('CancelInvitation')).toHaveLength(2)
  await waitFor(() => expect(document.activeElement?.closest('section')).toBe(rows()[0]?.closest('section')))
})

test('resends several at once', async () => {
  server.graphql['inviteMember'] = () => done
  const { user, press } = await openMembers(both, ['a', 'b'])
  const several = within(screen.getByRole('group', { name: 'Several invitations at once' }))
  await user.click(several.getByRole('checkbox', { name: 'Select all' }))
  await press('Send again')
  const asking = await question('Send the selected invitations again?')
  await user.click(await asking.findByRole('button', { name: 'Send again' }))
  await screen.findByText('The selected invitations are on their way.')
  expect(requestsOf('InviteMember')).toMatchObject([{ input: { resend: true } }, { input: { resend: true } }])
})

test('offers only what the user may do', async () => {
  await openMembers([])
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
