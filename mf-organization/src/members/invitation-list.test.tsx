import { screen, waitFor, within } from 'kit/testing/page'
import { askedOf, fault, server } from 'kit/testing/server'
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

test('an invitation is sent again with the same roles and team, and the list is asked for anew', async () => {
  server.graphql['inviteMember'] = () => done
  const { press } = await openMembers(both)
  await press('Send again to bob@example.com')
  await screen.findByText('The invitation to bob@example.com is on its way.')
  const to = { organizationId: 'rowers', roles: ['ADMIN'], teamId: 'Eights' }
  const input = { ...to, email: 'bob@example.com', resend: true }
  expect(askedOf('InviteMember')).toEqual([{ input }])
  await waitFor(() => expect(askedOf('OrganizationMembers')).toHaveLength(2))
})

test('an invitation as owner is sent again after the password where the sign-in is too long ago', async () => {
  const { user, press } = await openMembers(both)
  refuseUntilSignIn('inviteMember')
  await press('Send again to bob@example.com')
  const asking = within(await screen.findByRole('dialog', { name: 'Enter your password' }))
  await user.type(asking.getByLabelText('Password'), 'secret')
  await user.click(asking.getByRole('button', { name: 'Continue' }))
  await screen.findByText('The invitation to bob@example.com is on its way.')
  expect(askedOf('InviteMember')).toHaveLength(2)
})

test('a row says until when, as what and into which team; what has ended says so', async () => {
  await openMembers(both)
  expect(rows()[0]?.textContent).toMatch(/bob@example.comEnds in 3 days · .+Team: EightsAdministrator/)
  const expiresAt = new Date(Date.now() - 3 * 86_400_000).toISOString()
  await openMembers(both, ['bob'], { isExpired: true, expiresAt })
  await waitFor(() => expect(rows()[0]?.textContent).toMatch(/bob@example.comEnded 3 days ago/))
})

test('who may invite copies a link that proves nothing of whoever follows it', async () => {
  const { press } = await openMembers(both)
  await press('Copy link for bob@example.com')
  await screen.findByText('The link is copied. It is for bob@example.com: send it to nobody else.')
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/accept-invitation/rest%20id%20of%20bob`)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await press('Copy link for bob@example.com')
  await screen.findByText(/This is the link for bob@example.com: .+\/accept-invitation\/rest%20id%20of%20bob$/)
})

test('who may not invite, or what has ended, has no link to copy', async () => {
  await openMembers(['INVITATION_CANCEL'])
  expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull()
  await openMembers(both, ['bob'], { isExpired: true })
  expect(screen.queryByRole('button', { name: /^Copy/ })).toBeNull()
})

test('cancelling asks first, and who keeps it keeps it', async () => {
  const { user, press } = await openMembers(both)
  await press('Cancel invitation to bob@example.com')
  await user.click((await question()).getByRole('button', { name: 'Keep invitation' }))
  expect(askedOf('CancelInvitation')).toEqual([])
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Cancel invitation to/ })),
  )
})

test('a cancelled invitation is gone at once, which is said, and the focus is on the next one, then on the heading', async () => {
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
  expect(askedOf('CancelInvitation')).toHaveLength(1)
  held.resolve()
  await waitFor(() => expect(askedOf('CancelInvitation')).toHaveLength(2))
  expect(askedOf('CancelInvitation')[0]).toEqual({ input: { invitationId: 'invitation bob' } })
})

test.each<[string, () => object]>([
  ['refused', () => refusedWith('YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION')],
  [
    'without an answer',
    () => {
      throw fault('UPSTREAM_UNAVAILABLE')
    },
  ],
])('a cancelling that is %s brings the row back, with the reason', async (_, answer) => {
  const { user, press } = await openMembers(both)
  const held = Promise.withResolvers<void>()
  server.graphql['cancelInvitation'] = async () => {
    await held.promise
    return answer()
  }
  await press('Cancel invitation to bob@example.com')
  await user.click((await question()).getByRole('button', { name: 'Cancel invitation' }))
  await screen.findByText('No open invitations')
  held.resolve()
  await within(await screen.findByRole('list', { name: 'Open invitations' })).findByRole('alert')
  expect(screen.queryByText('The invitation to bob@example.com was cancelled.')).toBeNull()
})

test('a refusal to send again is told at its row, and nothing is said to be on its way', async () => {
  server.graphql['inviteMember'] = () => refusedWith('INVITATION_LIMIT_REACHED')
  const { press } = await openMembers(both)
  await press('Send again to bob@example.com')
  const alert = await within(rows()[0] ?? document.body).findByRole('alert')
  expect(alert.textContent).toBe('There are too many open invitations. Cancel some first.')
  expect(screen.queryByText('The invitation to bob@example.com is on its way.')).toBeNull()
})

test('an invitation that cannot be emailed again says so at its row', async () => {
  server.graphql['inviteMember'] = () => ({ isEmailSent: false, userErrors: [] })
  const { press } = await openMembers(both)
  await press('Send again to bob@example.com')
  const alert = await within(rows()[0] ?? document.body).findByRole('alert')
  expect(alert.textContent).toContain('no e-mail was sent')
})

test('of many five are shown, until one asks for all, which stands in the address', async () => {
  const { press, arrivedAt } = await openMembers(both, ['a', 'b', 'c', 'd', 'e', 'f', 'g'])
  expect(rows()).toHaveLength(5)
  await press('Show all 7 invitations')
  await arrivedAt('/organizations/rowers?invitations=all')
  expect(rows()).toHaveLength(7)
  await press('Show fewer')
  await arrivedAt('/organizations/rowers')
  expect(rows()).toHaveLength(5)
})

test('several are cancelled at once, and the focus stays near', async () => {
  const { user, press, cancel } = await openMembers(both, ['a', 'b', 'c'])
  server.graphql['cancelInvitation'] = cancel
  await user.click(screen.getByRole('checkbox', { name: 'Select a@example.com' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select b@example.com' }))
  await press('Cancel invitations')
  const asking = await question('Cancel the selected invitations?')
  await user.click(await asking.findByRole('button', { name: 'Cancel invitations' }))
  await screen.findByText('The selected invitations were cancelled.')
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(askedOf('CancelInvitation')).toHaveLength(2)
  await waitFor(() => expect(document.activeElement?.closest('section')).toBe(rows()[0]?.closest('section')))
})

test('several are sent again at once', async () => {
  server.graphql['inviteMember'] = () => done
  const { user, press } = await openMembers(both, ['a', 'b'])
  const several = within(screen.getByRole('group', { name: 'Several invitations at once' }))
  await user.click(several.getByRole('checkbox', { name: 'Select all' }))
  await press('Send again')
  const asking = await question('Send the selected invitations again?')
  await user.click(await asking.findByRole('button', { name: 'Send again' }))
  await screen.findByText('The selected invitations are on their way.')
  expect(askedOf('InviteMember')).toMatchObject([{ input: { resend: true } }, { input: { resend: true } }])
})

test('what one may not do is not offered', async () => {
  await openMembers([])
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('checkbox')).toBeNull()
})
