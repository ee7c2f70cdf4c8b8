import { screen, waitFor, within } from 'kit/testing/page'
import { requestsOf, graphqlError, server } from 'kit/testing/server'
import { expect, test, vi } from 'vitest'
import type { Permission } from '../generated/graphql.ts'
import { openPage } from '../testing/open-page.ts'
import { done, inPages, invitation, organization, refusedWith, refuseUntilSignIn, serve } from '../testing/gateway.ts'

/** Opens the members page; the first invitation is for two teams. */
async function openMembers(permissions: Permission[], names = ['bob'], more: object = {}) {
  const rowers = organization(['ADMIN'], permissions)
  let invitations = names.map((name) => invitation(name, 'ADMIN'))
  Object.assign(invitations[0] ?? {}, { teams: ['Eights', 'Fours'].map((id) => ({ id, name: id })) }, more)
  rowers.invitations = inPages(() => invitations)
  serve(rowers)
  const { user, arrivedAt } = await openPage('/organizations/rowers?invitations=all')
  if (names[0]) await screen.findByText(`${names[0]}@example.com`)
  return {
    user,
    arrivedAt,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    /** Opens the menu of an invitation, and chooses from it. */
    choose: async (action: string, email = 'bob@example.com') => {
      await user.click(screen.getByRole('button', { name: `Actions for ${email}` }))
      const menu = within(screen.getByRole('menu', { name: `Actions for ${email}` }))
      await user.click(await menu.findByRole('menuitem', { name: action }))
    },
    /** Mocks a successful cancellation. */
    cancel: ({ input }: { input: { invitationId: string } }) => {
      invitations = invitations.filter(({ id }) => id !== input.invitationId)
      return { invitation: { __typename: 'Invitation', id: input.invitationId, status: 'CANCELED' }, ...done }
    },
  }
}
const both: Permission[] = ['INVITATION_CREATE', 'INVITATION_CANCEL']
const rows = () => within(screen.getByRole('list', { name: 'Invitations' })).getAllByRole('listitem')
const question = async (name = 'Cancel invitation?') => within(await screen.findByRole('dialog', { name }))

test('sends an invitation again with the same roles and teams, and refetches the list', async () => {
  server.graphql['inviteMember'] = () => done
  const { choose } = await openMembers(both)
  await choose('Send again')
  await screen.findByText('The invitation to bob@example.com is on its way.')
  const to = { organizationId: 'rowers', roles: [], assignedRoles: ['admin'], teamIds: ['Eights', 'Fours'] }
  const input = { ...to, email: 'bob@example.com', resend: true }
  expect(requestsOf('InviteMember')).toEqual([{ input }])
  await waitFor(() => expect(requestsOf('OrganizationMembers')).toHaveLength(2))
})

test('asks for the password before an owner’s invitation is sent again if the sign-in is not recent', async () => {
  const { user, choose } = await openMembers(both)
  refuseUntilSignIn('inviteMember')
  await choose('Send again')
  const asking = within(await screen.findByRole('dialog', { name: 'Enter your password' }))
  await user.type(asking.getByLabelText('Password'), 'secret')
  await user.click(asking.getByRole('button', { name: 'Continue' }))
  await screen.findByText('The invitation to bob@example.com is on its way.')
  expect(requestsOf('InviteMember')).toHaveLength(2)
})

test('sorts numbers in emails by their value', async () => {
  await openMembers(both, ['person10', 'person2', 'person0', 'person1'])
  const shown = rows().map(({ textContent }) => /person\d+/.exec(textContent)?.[0])
  expect(shown).toEqual(['person0', 'person1', 'person2', 'person10'])
})

test('shows expiry, role and teams of an invitation, and whether it has expired', async () => {
  await openMembers(both)
  expect(rows()[0]?.textContent).toContain('bob@example.comAdminEightsFoursExpires in 3 days')
  expect(screen.getByText('Expires in 3 days').title).toMatch(/20\d\d/)
  const expiresAt = new Date(Date.now() - 3 * 86_400_000).toISOString()
  await openMembers(both, ['bob'], { isExpired: true, expiresAt })
  await waitFor(() => expect(rows()[0]?.textContent).toContain('bob@example.comAdminEightsFoursExpired'))
})

test('copies a link without the token if the user may invite', async () => {
  const { choose } = await openMembers(both)
  await choose('Copy link')
  await screen.findByText('Link copied. Only bob@example.com can use it.')
  expect(await navigator.clipboard.readText()).toBe(`${location.origin}/accept-invitation/rest%20id%20of%20bob`)
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  await choose('Copy link')
  await screen.findByText(/The link for bob@example.com is .+\/accept-invitation\/rest%20id%20of%20bob$/)
})

test.each<[string, Permission[], object, string[]]>([
  ['everything', both, {}, ['Send again', 'Copy link', 'Cancel invitation…']],
  ['no link after the expiry', both, { isExpired: true }, ['Send again', 'Cancel invitation…']],
  ['only what the user may do', ['INVITATION_CANCEL'], {}, ['Cancel invitation…']],
])('offers %s', async (_, permissions, more, actions) => {
  const { user } = await openMembers(permissions, ['bob'], more)
  await user.click(screen.getByRole('button', { name: 'Actions for bob@example.com' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual(actions)
})

test('asks for confirmation before it cancels an invitation', async () => {
  const { user, choose } = await openMembers(both)
  await choose('Cancel invitation…')
  await user.click((await question()).getByRole('button', { name: 'Keep invitation' }))
  expect(requestsOf('CancelInvitation')).toEqual([])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('removes a cancelled invitation at once, and moves the focus to the next one or the heading', async () => {
  const { user, choose, cancel } = await openMembers(both, ['bob', 'carla'])
  const held = Promise.withResolvers<void>()
  server.graphql['cancelInvitation'] = async (args: Parameters<typeof cancel>[0]) => {
    await held.promise
    return cancel(args)
  }
  await choose('Cancel invitation…')
  await user.click((await question()).getByRole('button', { name: 'Cancel invitation' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  await screen.findByText('The invitation to bob@example.com was canceled.')
  await waitFor(() => expect(document.activeElement).toBe(rows()[0]))
  await choose('Cancel invitation…', 'carla@example.com')
  await user.click((await question()).getByRole('button', { name: 'Cancel invitation' }))
  await screen.findByText('No open invitations')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Members' })))
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
  const { user, choose } = await openMembers(both)
  const held = Promise.withResolvers<void>()
  server.graphql['cancelInvitation'] = async () => {
    await held.promise
    return response()
  }
  await choose('Cancel invitation…')
  await user.click((await question()).getByRole('button', { name: 'Cancel invitation' }))
  await screen.findByText('No open invitations')
  held.resolve()
  await within(await screen.findByRole('list', { name: 'Invitations' })).findByRole('alert')
  expect(screen.queryByText('The invitation to bob@example.com was canceled.')).toBeNull()
})

test('shows a refused resend at its row, without a success message', async () => {
  server.graphql['inviteMember'] = () => refusedWith('INVITATION_LIMIT_REACHED')
  const { choose } = await openMembers(both)
  await choose('Send again')
  const alert = await within(rows()[0] ?? document.body).findByRole('alert')
  expect(alert.textContent).toBe('There are too many open invitations. Cancel some first.')
  expect(screen.queryByText('The invitation to bob@example.com is on its way.')).toBeNull()
})

test('shows at the row if an invitation cannot be emailed', async () => {
  server.graphql['inviteMember'] = () => ({ isEmailSent: false, userErrors: [] })
  const { choose } = await openMembers(both)
  await choose('Send again')
  const alert = await within(rows()[0] ?? document.body).findByRole('alert')
  expect(alert.textContent).toContain('no email was sent')
})

test('counts no invitations if there are more than it shows', async () => {
  const rowers = organization(['ADMIN'], both)
  const all = ['a', 'b', 'c'].map((name) => invitation(name, 'MEMBER'))
  rowers.invitations = inPages(() => all, 2)
  serve(rowers)
  await openPage('/organizations/rowers?invitations=all')
  await screen.findByText('The latest 2 invitations')
  expect(screen.getByRole('tab', { name: 'Invitations' })).toBeDefined()
})

test('explains an empty list, and shows no tabs to members without invitations', async () => {
  await openMembers(both, [])
  await screen.findByText('People you invite are listed here until they join.')
  serve(organization(['MEMBER'], []))
  await openPage('/organizations/rowers?invitations=all')
  await screen.findByText('1 member')
  expect(screen.queryByRole('tab')).toBeNull()
})

test('cancels several at once, and keeps the focus nearby', async () => {
  const { user, press, cancel } = await openMembers(both, ['a', 'b', 'c'])
  server.graphql['cancelInvitation'] = cancel
  await user.click(screen.getByRole('checkbox', { name: 'Select a@example.com' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select b@example.com' }))
  await press('Cancel invitations')
  const asking = await question('Cancel the selected invitations?')
  await user.click(await asking.findByRole('button', { name: 'Cancel invitations' }))
  await screen.findByText('The selected invitations were canceled.')
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
