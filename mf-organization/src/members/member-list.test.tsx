import { screen, waitFor, within } from 'kit/testing/page'
import { requestsOf, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import type { Role } from '../generated/graphql.ts'
import { openPage } from '../testing/open-page.ts'
import {
  done,
  inPages,
  member,
  organization,
  ownRole,
  refusedWith,
  refuseUntilSignIn,
  serve,
} from '../testing/gateway.ts'

/** Opens the list of Ada; Olga, an owner; and Bob, in pages of two. */
async function openList(
  viewerRole: Role,
  others = [member('Bob', 'MEMBER'), member('Olga', 'OWNER')],
  roles: ReturnType<typeof ownRole>[] = [],
) {
  const rowers = organization([viewerRole], ['MEMBER_UPDATE', 'MEMBER_DELETE'])
  rowers.roles = roles
  rowers.teams = inPages(() => ['Eights', 'Fours'].map((team) => ({ id: team, name: team })))
  rowers.members = inPages(() => [rowers.viewerMembership, ...others], 2)
  serve(rowers)
  const { user } = await openPage('/organizations/rowers')
  await screen.findByText('bob@example.com')
  const open = async (button: string) => {
    await user.click(screen.getByRole('button', { name: button }))
    const menu = within(screen.getByRole('menu', { name: button.replace(/:.*/, ':') }))
    await menu.findAllByText(/./)
    return menu
  }
  return {
    user,
    /** Chooses a role in the menu of a row. */
    choose: async (name: string, present: string, role: RegExp) =>
      user.click((await open(`Role of ${name}: ${present}`)).getByRole('menuitemradio', { name: role })),
    roleMenu: (name: string, present: string) => open(`Role of ${name}: ${present}`),
    /** Opens a dialog from the actions of a row. */
    ask: async (name: string, action: string) => {
      await user.click((await open(`Actions for ${name}`)).getByRole('menuitem', { name: action }))
      return within(await screen.findByRole('dialog'))
    },
  }
}
const rowOf = (email: string) => within(screen.getByText(email).closest('li') ?? document.body)
const isDisabled = (item?: HTMLElement) => item?.getAttribute('aria-disabled') === 'true'
const refusal = (code: string) => async () => refusedWith(code)
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('offers one role of three, and marks the present one', async () => {
  const { roleMenu } = await openList('OWNER', [member('Bob', 'MEMBER', 'ADMIN')])
  const items = (await roleMenu('Bob', 'Member and Admin')).getAllByRole('menuitemradio')
  expect(items.map((item) => `${item.textContent} ${item.getAttribute('aria-checked')}`)).toEqual([
    'OwnerFull access, including adding owners and deleting the organization false',
    'AdminManages settings, people and teams true',
    'MemberSees the organization and its members false',
  ])
})

const support = ownRole('support', 'Help desk', ['member:update', 'member:delete'])

test('offers roles of the organization, and shows their labels', async () => {
  const bob = member('Bob')
  bob.assignedRoles = ['support', 'gone']
  const { roleMenu } = await openList(
    'ADMIN',
    [bob],
    [support, ownRole('heir', null, ['organization:delete']), ownRole('reader', null, ['ac:read'])],
  )
  const menu = await roleMenu('Bob', 'Help desk and gone')
  const own = menu.getAllByRole('menuitemradio').slice(3)
  expect(own.map((item) => [item.textContent, isDisabled(item)])).toEqual([
    ['Help desksupport · 2 permissions', false],
    ['heirIt has permissions that your role lacks.', true],
    ['reader1 permission', false],
  ])
})

test('asks before several roles become one, and names them', async () => {
  const bob = member('Bob', 'MEMBER')
  bob.assignedRoles = ['member', 'support']
  server.graphql['updateAssignedRoles'] = () => done
  const { user, choose } = await openList('OWNER', [bob], [support])
  await choose('Bob', 'Member and Help desk', /^Admin/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Change role' }))
  await dialog.findByText('Current role: Member and Help desk')
  await user.click(dialog.getByRole('button', { name: 'Change role' }))
  const input = { organizationId: 'rowers', memberId: 'member Bob' }
  await waitFor(() =>
    expect(requestsOf('UpdateAssignedRoles')).toEqual([
      { input: { ...input, assignedRoles: ['admin'], expected: ['member', 'support'] } },
    ]),
  )
})

type List = Awaited<ReturnType<typeof openList>>

async function enterPassword({ user }: Pick<List, 'user'>): Promise<void> {
  const asking = within(await screen.findByRole('dialog', { name: 'Enter your password' }))
  await user.type(asking.getByLabelText('Password'), 'secret')
  await user.click(asking.getByRole('button', { name: 'Continue' }))
}

test('asks before it adds an owner, for the password as well if the sign-in is not recent', async () => {
  const { user, choose } = await openList('OWNER')
  refuseUntilSignIn('updateAssignedRoles')
  await choose('Bob', 'Member', /^Owner/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Change role' }))
  expect((await dialog.findByRole<HTMLInputElement>('radio', { name: 'Owner' })).checked).toBe(true)
  expect(requestsOf('UpdateAssignedRoles')).toEqual([])
  await user.click(dialog.getByRole('button', { name: 'Change role' }))
  await enterPassword({ user })
  await closed()
  const input = { organizationId: 'rowers', memberId: 'member Bob', assignedRoles: ['owner'], expected: ['member'] }
  expect(requestsOf('UpdateAssignedRoles')).toEqual([{ input }, { input }])
  expect(requestsOf('POST /sign-in/email')).toEqual([{ email: 'ada@example.com', password: 'secret' }])
})

/** Opens the dialog about the teams of Bob, who is in Eights. */
async function askTeams() {
  const list = await openList('ADMIN', [
    Object.assign(member('Bob', 'MEMBER'), { teams: [{ id: 'Eights', name: 'Eights' }] }),
    member('Olga', 'OWNER'),
  ])
  server.graphql['node'] = () => ({ __typename: 'Member', ...member('Bob', 'MEMBER'), teams: [{ id: 'Eights' }] })
  const dialog = await list.ask('Bob', 'Change teams…')
  const box = async (name: string) => dialog.findByRole<HTMLInputElement>('checkbox', { name })
  expect([(await box('Eights')).checked, (await box('Fours')).checked]).toEqual([true, false])
  const save = async () => list.user.click(dialog.getByRole('button', { name: 'Change teams' }))
  return { ...list, dialog, save, toggle: async (name: string) => list.user.click(await box(name)) }
}
const change = (teamId: string) => ({ input: { organizationId: 'rowers', teamId, userId: 'Bob' } })

test('shows the teams of a member, and changes several at once', async () => {
  const { toggle, save } = await askTeams()
  server.graphql['addTeamMember'] = () => done
  server.graphql['removeTeamMember'] = () => done
  expect(screen.getAllByTitle('Eights')).toHaveLength(1)
  await toggle('Fours')
  await toggle('Eights')
  await save()
  await closed()
  expect([requestsOf('AddTeamMember'), requestsOf('RemoveTeamMember')]).toEqual([[change('Fours')], [change('Eights')]])
  expect(requestsOf('OrganizationMembers')).toHaveLength(2)
})

test('changes only teams that the user has changed, and takes a removal by somebody else for done', async () => {
  const { toggle, save } = await askTeams()
  server.graphql['removeTeamMember'] = refusal('USER_IS_NOT_A_MEMBER_OF_THE_TEAM')
  await toggle('Eights')
  await save()
  await closed()
  expect([requestsOf('AddTeamMember'), requestsOf('RemoveTeamMember')]).toEqual([[], [change('Eights')]])
})

test('says that a team was removed meanwhile, and offers the others', async () => {
  const { dialog, toggle, save } = await askTeams()
  server.graphql['addTeamMember'] = refusal('TEAM_NOT_FOUND')
  await toggle('Fours')
  const { organization: before } = server.graphql
  server.graphql['organization'] = async (by: never) =>
    Object.assign({}, await before?.(by), { teams: inPages(() => [{ id: 'Eights', name: 'Eights' }]) })
  await save()
  await dialog.findByText('This team no longer exists.')
  await waitFor(() => expect(dialog.getAllByRole('checkbox')).toHaveLength(1))
  await save()
  await closed()
})

test('offers no teams for a person who left before the dialog opened', async () => {
  const { ask } = await openList('ADMIN')
  server.graphql['node'] = () => null
  const dialog = await ask('Bob', 'Change teams…')
  await dialog.findByText('This person is no longer a member.')
  expect(dialog.queryByRole('checkbox')).toBeNull()
})

test('says that the person left meanwhile', async () => {
  const { dialog, toggle, save } = await askTeams()
  server.graphql['addTeamMember'] = refusal('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
  await toggle('Fours')
  await save()
  await dialog.findByText('This person is no longer a member.')
})

test('explains to others that only owners add owners, and offers nothing for owners', async () => {
  const { user, roleMenu } = await openList('ADMIN')
  const menu = await roleMenu('Bob', 'Member')
  const owner = menu.getByRole('menuitemradio', { name: 'Owner Only an owner can add owners.' })
  expect(isDisabled(owner)).toBe(true)
  await user.click(owner)
  expect(isDisabled(menu.getByRole('menuitemradio', { name: /^Admin/ }))).toBe(false)
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.queryByRole('button', { name: /Olga/ })).toBeNull()
})

test('explains why the last owner must stay one', async () => {
  const { roleMenu } = await openList('OWNER', [member('Bob', 'MEMBER')])
  const [owner, admin] = (await roleMenu('Ada', 'Owner')).getAllByRole('menuitemradio')
  expect([isDisabled(owner), isDisabled(admin)]).toEqual([false, true])
  expect(admin?.textContent).toContain('The organization needs an owner. Make someone else an owner first.')
})

test('counts owners of later pages, and offers no removal of oneself', async () => {
  const { user, roleMenu } = await openList('OWNER')
  const [, admin] = (await roleMenu('Ada', 'Owner')).getAllByRole('menuitemradio')
  expect(isDisabled(admin)).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Actions for Ada' }))
  expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
    'Change role…',
    'Change teams…',
  ])
})

test('shows a new role at once, and reverts it with the reason after a refusal', async () => {
  const { choose } = await openList('OWNER')
  const held = Promise.withResolvers<void>()
  server.graphql['updateAssignedRoles'] = async () => {
    await held.promise
    return refusedWith('MEMBER_NOT_FOUND')
  }
  await choose('Bob', 'Member', /^Admin/)
  const row = rowOf('bob@example.com')
  await row.findByRole('button', { name: 'Role of Bob: Admin' })
  await screen.findByText('Bob is now Admin.')
  held.resolve()
  expect((await row.findByRole('alert')).textContent).toBe('This person is no longer a member.')
  await row.findByRole('button', { name: 'Role of Bob: Member' })
  expect(screen.queryByText(/^Saved/)).toBeNull()
})

test('keeps the last of two changes in a row', async () => {
  const { choose } = await openList('OWNER')
  const held = Promise.withResolvers<void>()
  const arrived: unknown[] = []
  server.graphql['updateAssignedRoles'] = async ({
    input,
  }: {
    input: { assignedRoles: string[]; expected: string[] }
  }) => {
    if (arrived.push([input.expected, input.assignedRoles]) === 1) await held.promise
    return { member: { __typename: 'Member', ...member('Bob'), assignedRoles: input.assignedRoles }, ...done }
  }
  await choose('Bob', 'Member', /^Admin/)
  await screen.findByRole('button', { name: 'Role of Bob: Admin' })
  await choose('Bob', 'Admin', /^Member/)
  await screen.findByRole('button', { name: 'Role of Bob: Member' })
  expect(arrived).toEqual([[['member'], ['admin']]])
  held.resolve()
  await waitFor(() =>
    expect(arrived).toEqual([
      [['member'], ['admin']],
      [['admin'], ['member']],
    ]),
  )
})

test('shows that somebody else has changed the role, keeps the choice, and saves it on request', async () => {
  const bob = member('Bob', 'MEMBER')
  const { user, choose } = await openList('OWNER', [bob])
  server.graphql['updateAssignedRoles'] = ({ input }: { input: { assignedRoles: string[]; expected: string[] } }) => {
    if (input.expected.join() !== 'owner') return refusedWith('MEMBER_ROLES_HAVE_CHANGED')
    bob.assignedRoles = input.assignedRoles
    return { member: { __typename: 'Member', ...bob }, ...done }
  }
  bob.assignedRoles = ['owner']
  await choose('Bob', 'Member', /^Admin/)
  const dialog = within(await screen.findByRole('dialog', { name: 'Change role' }))
  expect((await dialog.findByRole('alert')).textContent).toBe(
    'Someone else changed this role. Your choice isn’t saved yet.',
  )
  await dialog.findByText('Current role: Owner')
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Admin' }).checked).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Change role' }))
  await closed()
  await screen.findByText('Bob is now Admin.')
  expect(requestsOf('UpdateAssignedRoles')).toHaveLength(2)
})

test('shows a refused new owner in the dialog, and keeps it open', async () => {
  server.graphql['updateAssignedRoles'] = refusal('MEMBER_NOT_FOUND')
  const { user, ask } = await openList('OWNER')
  const dialog = await ask('Bob', 'Change role…')
  await user.click(await dialog.findByRole('radio', { name: 'Owner' }))
  await user.click(dialog.getByRole('button', { name: 'Change role' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This person is no longer a member.')
})

test('confirms a removal', async () => {
  server.graphql['removeMember'] = () => done
  const { user, ask } = await openList('OWNER')
  const dialog = await ask('Bob', 'Remove from organization…')
  await user.click(await dialog.findByRole('button', { name: 'Cancel' }))
  await closed()
  const again = await ask('Bob', 'Remove from organization…')
  expect(requestsOf('RemoveMember')).toEqual([])
  await user.click(await again.findByRole('button', { name: 'Remove' }))
  await closed()
  expect(requestsOf('RemoveMember')).toEqual([{ input: { organizationId: 'rowers', member: { id: 'member Bob' } } }])
})

test.each([
  ['the menu', (page: List) => page.choose('Bob', 'Owner', /^Admin/)],
  [
    'the dialog',
    async ({ user, ask }: List) => {
      const dialog = await ask('Bob', 'Change role…')
      await user.click(await dialog.findByRole('radio', { name: 'Admin' }))
    },
  ],
])('asks for the password before it demotes an owner by %s', async (_, choose) => {
  const page = await openList('OWNER', [member('Bob', 'OWNER')])
  refuseUntilSignIn('updateAssignedRoles')
  await choose(page)
  const dialog = within(await screen.findByRole('dialog', { name: 'Change role' }))
  expect((await dialog.findByRole<HTMLInputElement>('radio', { name: 'Admin' })).checked).toBe(true)
  expect(requestsOf('UpdateAssignedRoles')).toEqual([])
  await page.user.click(dialog.getByRole('button', { name: 'Change role' }))
  await enterPassword(page)
  await closed()
  const input = { organizationId: 'rowers', memberId: 'member Bob', assignedRoles: ['admin'], expected: ['owner'] }
  expect(requestsOf('UpdateAssignedRoles')).toEqual([{ input }, { input }])
})

test('asks for the password before it removes an owner', async () => {
  const page = await openList('OWNER', [member('Bob', 'OWNER')])
  refuseUntilSignIn('removeMember')
  const dialog = await page.ask('Bob', 'Remove from organization…')
  await page.user.click(await dialog.findByRole('button', { name: 'Remove' }))
  await enterPassword(page)
  await closed()
  await screen.findByText('Bob was removed.')
  expect(requestsOf('RemoveMember')).toHaveLength(2)
})

test('shows a refused removal, and keeps the dialog open', async () => {
  server.graphql['removeMember'] = refusal('YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER')
  const { user, ask } = await openList('OWNER')
  const dialog = await ask('Bob', 'Remove from organization…')
  await user.click(await dialog.findByRole('button', { name: 'Remove' }))
  await dialog.findByText('The organization needs an owner. Make someone else an owner first.')
})

test.each([false, true])('asks before it gives more rights to a member whose email is proved: %s', async (isProved) => {
  const bob = member('Bob', 'MEMBER')
  bob.user.isEmailProved = isProved
  const { user, choose, ask } = await openList('OWNER', [bob])
  expect(rowOf('ada@example.com').queryByText('email not verified')).toBeNull()
  expect(rowOf('bob@example.com').queryAllByText('email not verified')).toHaveLength(isProved ? 0 : 1)
  server.graphql['updateAssignedRoles'] = () => done

  await choose('Bob', 'Member', /^Admin/)
  if (!isProved) {
    const dialog = within(await screen.findByRole('dialog', { name: 'Change role' }))
    expect(await dialog.findByText(/^This email isn’t verified/)).toBeTruthy()
    expect(requestsOf('UpdateAssignedRoles')).toEqual([])
    await user.click(dialog.getByRole('button', { name: 'Change role' }))
    await closed()
  }
  await waitFor(() => expect(requestsOf('UpdateAssignedRoles')).toHaveLength(1))

  const dialog = await ask('Bob', 'Change role…')
  await dialog.findByRole('button', { name: 'Cancel' })
  expect(dialog.queryAllByText(/^This email isn’t verified/)).toHaveLength(isProved ? 0 : 1)
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await closed()

  await user.click(screen.getByRole('checkbox', { name: /Bob/ }))
  await user.click(screen.getByRole('button', { name: 'Change role' }))
  const several = within(await screen.findByRole('dialog'))
  expect(await several.findByText(isProved ? 'Bob' : 'Bob (email not verified)')).toBeTruthy()
})
