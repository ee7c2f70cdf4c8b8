import { screen, waitFor, within } from 'kit/testing/page'
import { requestsOf, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import type { Role } from '../generated/graphql.ts'
import { openPage } from '../testing/open-page.ts'
import { done, inPages, member, organization, refusedWith, refuseUntilSignIn, serve } from '../testing/gateway.ts'

/** Opens the dialog of one of the members (Ada; Olga, an owner; and Bob), with pages of two. */
async function change(name: string, viewerRole: Role, others = [member('Bob', 'MEMBER'), member('Olga', 'OWNER')]) {
  const rowers = organization([viewerRole], ['MEMBER_UPDATE', 'MEMBER_DELETE'])
  rowers.teams = inPages(() => ['Eights', 'Fours'].map((team) => ({ id: team, name: team })))
  rowers.members = inPages(() => [rowers.viewerMembership, ...others], 2)
  serve(rowers)
  const { user } = await openPage('/organizations/rowers')
  await screen.findByText(`${name.toLowerCase()}@example.com`)
  await user.click(screen.getByRole('button', { name: new RegExp(`^Change ${name}:`) }))
  const dialog = within(await screen.findByRole('dialog', { name }))
  return { user, dialog, role: (label: string) => dialog.getByRole<HTMLInputElement>('checkbox', { name: label }) }
}
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('asks for the password if the sign-in is not recent, then grants the role', async () => {
  const { user, dialog, role } = await change('Bob', 'OWNER')
  refuseUntilSignIn('updateMemberRoles')
  await user.click(role('Owner'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  const asking = within(await screen.findByRole('dialog', { name: 'Enter your password' }))
  await user.type(asking.getByLabelText('Password'), 'secret')
  await user.click(asking.getByRole('button', { name: 'Continue' }))
  await closed()
  const input = { organizationId: 'rowers', memberId: 'member Bob', roles: ['MEMBER', 'OWNER'] }
  expect(requestsOf('UpdateMemberRoles')).toEqual([{ input }, { input }])
  expect(requestsOf('POST /sign-in/email')).toEqual([{ email: 'ada@example.com', password: 'secret' }])
})

test.each([
  ['into another team', 'Fours', 'Fours'],
  ['out of any team', 'No team', null],
])('moves a member %s', async (_, choice, teamId) => {
  const { user, dialog } = await change('Bob', 'ADMIN', [
    Object.assign(member('Bob', 'MEMBER'), { team: { id: 'Eights', name: 'Eights' } }),
  ])
  server.graphql['updateMemberTeam'] = () => done
  const team = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Team' })
  await within(team).findByRole('option', { name: 'Fours' })
  expect(team.value).toBe('Eights')
  await user.selectOptions(team, choice)
  await user.click(dialog.getByRole('button', { name: 'Change the team' }))
  await closed()
  const input = { organizationId: 'rowers', memberId: 'member Bob', teamId }
  expect(requestsOf('UpdateMemberTeam')).toEqual([{ input }])
})

test('requires at least one role', async () => {
  const { user, dialog, role } = await change('Bob', 'OWNER')
  await user.click(role('Member'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Choose at least one role.')
  expect(requestsOf('UpdateMemberRoles')).toEqual([])
})

test('explains to others that only owners create owners, and hides owners from them', async () => {
  const { role } = await change('Bob', 'ADMIN')
  expect(role('Owner').disabled).toBe(true)
  expect(screen.getByText('Only an owner can make owners.')).toBeDefined()
  expect(role('Administrator').disabled).toBe(false)
  expect(screen.queryByRole('button', { name: /^Change Olga/ })).toBeNull()
})

test('explains why the last owner must stay one', async () => {
  const { role } = await change('Ada', 'OWNER', [member('Bob', 'MEMBER')])
  expect(role('Owner').disabled).toBe(true)
  expect(screen.getByText('The organization needs an owner. Make somebody else one first.')).toBeDefined()
})

test('counts owners of later pages, and offers no removal of oneself', async () => {
  const { role, dialog } = await change('Ada', 'OWNER')
  expect(role('Owner').disabled).toBe(false)
  expect(dialog.queryByRole('button', { name: 'Remove from the organization' })).toBeNull()
})

test('shows new roles at once, and reverts them with the reason after a refusal', async () => {
  const { user, dialog, role } = await change('Bob', 'OWNER')
  const held = Promise.withResolvers<void>()
  server.graphql['updateMemberRoles'] = async () => {
    await held.promise
    return refusedWith('MEMBER_NOT_FOUND')
  }
  await user.click(role('Administrator'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await closed()
  const row = screen.getByText('bob@example.com').closest('li') ?? document.body
  await within(row).findByRole('button', { name: 'Change Bob: Member and Administrator' })
  await screen.findByText('Saved: Bob – Member and Administrator.')
  await waitFor(() => expect(document.activeElement).toBe(within(row).getByRole('button')))
  held.resolve()
  expect((await within(row).findByRole('alert')).textContent).toBe('This person is not a member any more.')
  await within(row).findByRole('button', { name: 'Change Bob: Member' })
  expect(screen.queryByText(/^Saved/)).toBeNull()
})

test('keeps the last of two changes in a row', async () => {
  const { user, dialog, role } = await change('Bob', 'OWNER')
  const held = Promise.withResolvers<void>()
  const arrived: unknown[] = []
  server.graphql['updateMemberRoles'] = async ({ input }: { input: { roles: Role[] } }) => {
    if (arrived.push(input.roles) === 1) await held.promise
    return { member: { __typename: 'Member', ...member('Bob', ...input.roles) }, ...done }
  }
  await user.click(role('Administrator'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  await user.click(await screen.findByRole('button', { name: 'Change Bob: Member and Administrator' }))
  const second = within(await screen.findByRole('dialog', { name: 'Bob' }))
  await user.click(second.getByRole('checkbox', { name: 'Member' }))
  await user.click(second.getByRole('button', { name: 'Save' }))
  await screen.findByRole('button', { name: 'Change Bob: Administrator' })
  expect(arrived).toEqual([['MEMBER', 'ADMIN']])
  held.resolve()
  await waitFor(() => expect(arrived).toEqual([['MEMBER', 'ADMIN'], ['ADMIN']]))
})

test('shows a refused new owner in the dialog, and keeps it open', async () => {
  server.graphql['updateMemberRoles'] = () => refusedWith('MEMBER_NOT_FOUND')
  const { user, dialog, role } = await change('Bob', 'OWNER')
  await user.click(role('Owner'))
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This person is not a member any more.')
})

test('confirms a removal, with the focus on the cancel button', async () => {
  server.graphql['removeMember'] = () => done
  const { user, dialog } = await change('Bob', 'OWNER')
  await user.click(dialog.getByRole('button', { name: 'Remove from the organization' }))
  const keep = await dialog.findByRole('button', { name: 'Cancel' })
  expect(document.activeElement).toBe(keep)
  await user.click(keep)
  await user.click(await dialog.findByRole('button', { name: 'Remove from the organization' }))
  expect(requestsOf('RemoveMember')).toEqual([])
  await user.click(await dialog.findByRole('button', { name: 'Remove' }))
  await closed()
  expect(requestsOf('RemoveMember')).toEqual([{ input: { organizationId: 'rowers', member: { id: 'member Bob' } } }])
})

test('shows a refused removal, and keeps the dialog open', async () => {
  server.graphql['removeMember'] = () => refusedWith('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
  const { user, dialog } = await change('Bob', 'OWNER')
  await user.click(dialog.getByRole('button', { name: 'Remove from the organization' }))
  await user.click(await dialog.findByRole('button', { name: 'Remove' }))
  await dialog.findByText('The organization needs an owner. Make somebody else one first.')
})
