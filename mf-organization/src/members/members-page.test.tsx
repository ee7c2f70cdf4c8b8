import { act, fireEvent, screen, waitFor, within } from 'kit/testing/page'
import { requestsOf, graphqlError, server } from 'kit/testing/server'
import { expect, test, vi } from 'vitest'
import type { Permission } from '../generated/graphql.ts'
import { openPage } from '../testing/open-page.ts'
import { done, inPages, invitation, member, organization, ownRole, refusedWith, serve } from '../testing/gateway.ts'

const row = (name: string) => screen.findByText(name)
const list = (name = 'Members') => screen.getByRole('list', { name })
const shownNames = (name?: string) =>
  within(list(name))
    .getAllByText(/^[^ ]+@example.com$/)
    .map(({ textContent }) => textContent?.split('@')[0])
const press = (name: string | RegExp) => screen.getByRole('button', { name })
const box = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name })
const asked = () => requestsOf('OrganizationMembers')
const everything: Permission[] = ['MEMBER_UPDATE', 'MEMBER_DELETE', 'INVITATION_CREATE', 'INVITATION_CANCEL']
const crew = ['Bob', 'Carla', 'Dan', 'Eve', 'Finn', 'Gus', 'Hal']

/** Opens as Ada, who has all permissions by default. */
function withMembers(names: string[], size = 100, permissions = everything) {
  const rowers = organization(['OWNER'], permissions)
  let members = names.map((name) => member(name, 'MEMBER'))
  rowers.members = inPages(() => [rowers.viewerMembership, ...members], size)
  rowers.teams = inPages(() => ['Eights', 'Fours'].map((team) => ({ id: team, name: team })))
  serve(rowers)
  return {
    rowers,
    /** Removes members, except for the refusal codes given by name. */
    removable: (refusals: Record<string, string> = {}) => {
      server.graphql['removeMember'] = ({ input }: { input: { member: { id: string } } }) => {
        const code = refusals[input.member.id]
        if (code) return refusedWith(code)
        members = members.filter(({ id }) => id !== input.member.id)
        return done
      }
    },
  }
}

test('keeps the filters in the URL, and requests exactly those', async () => {
  withMembers(crew)
  const { user, arrivedAt, goTo } = await openPage('/organizations/rowers')
  await row('Bob')
  const first = { slug: 'rowers', first: 50, orderBy: { field: 'NAME', direction: 'ASC' } }
  expect(asked()).toEqual([first])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Newest first')
  await arrivedAt('/organizations/rowers?sort=-joined')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by role' }), 'Admin')
  await arrivedAt('/organizations/rowers?sort=-joined&role=admin')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by team' }), 'Fours')
  await user.type(screen.getByRole('searchbox'), 'ca')
  await arrivedAt('/organizations/rowers?sort=-joined&role=admin&team=Fours&q=ca')
  const newest = { field: 'CREATED_AT', direction: 'DESC' }
  expect(asked().at(-1)).toEqual({ ...first, orderBy: newest, role: 'admin', teamId: 'Fours', query: 'ca' })
  await goTo('/organizations/rowers?q=bo&sort=constructor')
  await waitFor(() => expect(asked().at(-1)).toEqual({ ...first, query: 'bo' }))
})

test('shows the own row first, unless an order was chosen', async () => {
  const { rowers } = withMembers([])
  rowers.members = inPages(() => [
    member('Bob', 'MEMBER'),
    rowers.viewerMembership,
    ...crew.slice(1).map((name) => member(name, 'MEMBER')),
  ])
  const { goTo } = await openPage('/organizations/rowers')
  await row('Bob')
  expect(shownNames().slice(0, 3)).toEqual(['ada', 'bob', 'carla'])
  await goTo('/organizations/rowers?sort=joined')
  await waitFor(() => expect(shownNames().slice(0, 3)).toEqual(['bob', 'ada', 'carla']))
})

test('restores the search field on back and forward', async () => {
  withMembers(crew)
  const { user, arrivedAt, goBack } = await openPage('/organizations/rowers')
  await row('Bob')
  await user.type(screen.getByRole('searchbox'), 'carl')
  await arrivedAt('/organizations/rowers?q=carl')
  await user.type(screen.getByRole('searchbox'), 'a')
  await arrivedAt('/organizations/rowers?q=carla')
  await goBack()
  await arrivedAt('/organizations/rowers')
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe(''))
})

test('keeps the list while typing, and requests nothing until it stops', async () => {
  const { rowers } = withMembers(crew)
  await openPage('/organizations/rowers')
  await row('Bob')
  const held = Promise.withResolvers<void>()
  const { members } = rowers
  rowers.members = async (page) => {
    await held.promise
    return members(page)
  }
  // In one task: on a busy machine, the field may settle between two keys.
  for (const value of ['b', 'bo', 'bob']) fireEvent.change(screen.getByRole('searchbox'), { target: { value } })
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ query: 'bob' }))
  expect(asked()).toHaveLength(2)
  expect(shownNames()).toContain('carla')
  held.resolve()
})

test('offers to clear the filters if nobody is found', async () => {
  const { rowers } = withMembers(crew)
  const { members } = rowers
  rowers.members = (page) => (Object(page).query ? inPages(() => [])(page) : members(page))
  const { user, arrivedAt } = await openPage('/organizations/rowers?q=nobody&sort=-name')
  await screen.findByText('Nobody matches “nobody”')
  await user.click(press('Clear filters'))
  await arrivedAt('/organizations/rowers?sort=-name')
  await row('Bob')
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Members' })))
})

test('hides the search for short lists', async () => {
  withMembers(['Bob'])
  await openPage('/organizations/rowers')
  await row('Bob')
  expect(screen.queryByRole('searchbox')).toBeNull()
})

test('numbers the members of a page, and returns to it from the invitations', async () => {
  const { rowers } = withMembers(crew, 3)
  rowers.invitations = inPages(() => [invitation('zoe', 'MEMBER')])
  const scrollTo = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockReturnValue()
  const { user, arrivedAt, goTo } = await openPage('/organizations/rowers')
  await screen.findByText('1–3 of 8')
  await user.click(press('Next page'))
  await arrivedAt('/organizations/rowers?after=3&from=4')
  await screen.findByText('4–6 of 8')
  expect(document.activeElement).toBe(list())
  expect(scrollTo.mock.contexts).toEqual([list().closest('section')])
  await user.click(screen.getByRole('tab', { name: 'Invitations 1' }))
  await arrivedAt('/organizations/rowers?after=3&from=4&invitations=all')
  await row('zoe@example.com')
  await user.click(screen.getByRole('tab', { name: 'Members 8' }))
  await screen.findByText('4–6 of 8')
  await user.click(press('Previous page'))
  await arrivedAt('/organizations/rowers?before=3&from=1')
  await goTo('/organizations/rowers?after=3&from=x')
  await row('Dan')
  expect(screen.queryByText(/ of 8$/)).toBeNull()
})

test.each<[string, () => void]>([
  ['is empty', () => withMembers(crew, 3)],
  [
    'is refused',
    () => {
      const { rowers } = withMembers(crew, 3)
      const { members } = rowers
      rowers.members = (page) => {
        if (page.after) throw graphqlError('BAD_USER_INPUT')
        return members(page)
      }
    },
  ],
])('shows the first page instead of one that %s', async (_, prepare) => {
  prepare()
  const { arrivedAt } = await openPage('/organizations/rowers?role=owner&after=30')
  await arrivedAt('/organizations/rowers?role=owner')
  await row('Ada')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('offers a retry if a list cannot be loaded', async () => {
  const { rowers } = withMembers(crew)
  const { members } = rowers
  rowers.members = () => {
    throw graphqlError('UPSTREAM_UNAVAILABLE')
  }
  const { user } = await openPage('/organizations/rowers')
  expect((await screen.findByRole('alert')).textContent).toContain('Part of the service is unavailable')
  rowers.members = members
  await user.click(press('Try again'))
  await row('Carla')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('shows no members of the previous organization', async () => {
  withMembers(crew)
  const others = { ...organization(['MEMBER'], []), id: 'sailors', slug: 'sailors', name: 'Sailors' }
  const held = Promise.withResolvers<void>()
  others.members = async (page) => {
    await held.promise
    return inPages(() => [member('Sam', 'MEMBER')])(page)
  }
  const { organization: first } = server.graphql
  server.graphql['organization'] = (args: never) => (Object(args).by.slug === 'sailors' ? others : first?.(args))
  const { goTo } = await openPage('/organizations/rowers')
  await row('Bob')
  await goTo('/organizations/sailors')
  expect(screen.queryByText('Bob')).toBeNull()
  held.resolve()
  await row('Sam')
  expect(shownNames()).toEqual(['sam'])
})

test('selects rows one by one, as a range with Shift, or all, except oneself', async () => {
  withMembers(crew)
  const { user } = await openPage('/organizations/rowers')
  await row('Bob')
  expect(screen.queryByRole('checkbox', { name: 'Select Ada' })).toBeNull()
  const members = within(screen.getByRole('group', { name: 'Several members at once' }))
  await user.click(box('Select Bob'))
  await members.findByText('1 selected')
  await user.keyboard('{Shift>}')
  await user.click(box('Select Dan'))
  await user.keyboard('{/Shift}')
  await members.findByText('3 selected')
  expect([box('Select Carla').checked, box('Select Eve').checked]).toEqual([true, false])
  box('Select Bob').focus()
  await user.keyboard(' ')
  await members.findByText('2 selected')
  await user.click(members.getByRole('checkbox', { name: 'Select all' }))
  await members.findByText('7 on this page are selected')
  await user.click(members.getByRole('checkbox', { name: 'Select all' }))
  expect(members.queryByRole('button')).toBeNull()
})

test('removes several one by one, and shows refusals at their rows', async () => {
  const { removable } = withMembers(crew)
  removable({ 'member Carla': 'MEMBER_NOT_FOUND' })
  const { user } = await openPage('/organizations/rowers')
  await row('Bob')
  for (const name of ['Bob', 'Carla', 'Dan']) await user.click(box(`Select ${name}`))
  await user.click(press('Remove'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the selected members?' }))
  expect(requestsOf('RemoveMember')).toEqual([])
  await user.click(await dialog.findByRole('button', { name: 'Remove' }))
  await dialog.findByText('3 of 3')
  const results = dialog.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(results).toEqual(['BobDone', 'CarlaThis person is no longer a member.', 'DanDone'])
  expect(requestsOf('RemoveMember')).toHaveLength(3)
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(shownNames()).toEqual(['ada', 'carla', 'eve', 'finn', 'gus', 'hal']))
  expect(box('Select Carla').checked).toBe(true)
})

test.each([
  ['continues by itself after a short rate limit', 1],
  ['shows a longer rate limit, and continues with the rest on request', 11],
])('%s', async (_, retryAfter) => {
  withMembers(crew)
  let isBusy = true
  server.graphql['updateAssignedRoles'] = ({ input }: { input: { memberId: string } }) => {
    if (isBusy && input.memberId === 'member Carla') throw graphqlError('RATE_LIMITED', { retryAfter })
    return done
  }
  const { user } = await openPage('/organizations/rowers')
  await row('Bob')
  for (const name of ['Bob', 'Carla', 'Dan']) await user.click(box(`Select ${name}`))
  await user.click(press('Change role'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Change the role of the selected members' }))
  await user.selectOptions(await dialog.findByRole('combobox', { name: 'Role' }), 'Admin')
  if (retryAfter === 11) vi.useFakeTimers() // before the countdown begins
  await user.click(dialog.getByRole('button', { name: 'Change role' }))
  await dialog.findByText('1 of 3')
  if (retryAfter === 11) {
    await dialog.findByRole('button', { name: /^Try again in \d+ s$/ })
    await act(async () => vi.advanceTimersByTime(11_000))
  }
  await waitFor(() => expect(requestsOf('UpdateAssignedRoles')).toHaveLength(2))
  isBusy = false
  if (retryAfter === 11) await user.click(await dialog.findByRole('button', { name: 'Change role' }))
  await screen.findByText('The selected members have the new role.')
  const changed = requestsOf('UpdateAssignedRoles').map((variables) => Object(variables).input)
  expect(changed.map(({ memberId, assignedRoles }) => `${memberId} ${assignedRoles}`)).toEqual([
    'member Bob admin',
    'member Carla admin',
    'member Carla admin',
    'member Dan admin',
  ])
})

test('stops the bulk action when the dialog is closed', async () => {
  withMembers(crew)
  const held = Promise.withResolvers<object>()
  server.graphql['removeMember'] = () => held.promise
  const { user } = await openPage('/organizations/rowers')
  await row('Bob')
  for (const name of ['Bob', 'Carla']) await user.click(box(`Select ${name}`))
  await user.click(press('Remove'))
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove the selected members?' }))
  await user.click(await dialog.findByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(requestsOf('RemoveMember')).toHaveLength(1))
  await user.click(await dialog.findByRole('button', { name: 'Stop' }))
  held.resolve(done)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requestsOf('RemoveMember')).toHaveLength(1)
})

test('shows, filters by and gives roles of the organization, also in invitations', async () => {
  const { rowers } = withMembers(crew)
  rowers.roles = [ownRole('support', 'Help desk', ['member:update'])]
  const invited = { ...invitation('zoe'), assignedRoles: ['support'] }
  rowers.invitations = inPages(() => [invited])
  const { user, arrivedAt, goTo } = await openPage('/organizations/rowers')
  await row('Bob')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Filter by role' }), 'Help desk')
  await arrivedAt('/organizations/rowers?role=support')
  await waitFor(() => expect(asked().at(-1)).toMatchObject({ role: 'support' }))
  await goTo('/organizations/rowers?role=support&invitations=all')
  await row('zoe@example.com')
  expect(list('Invitations').textContent).toContain('Help desk')
  server.graphql['inviteMember'] = () => done
  await user.click(press('Actions for zoe@example.com'))
  await user.click(await screen.findByRole('menuitem', { name: 'Send again' }))
  await waitFor(() =>
    expect(requestsOf('InviteMember')).toMatchObject([{ input: { roles: [], assignedRoles: ['support'] } }]),
  )
  await user.click(press('Invite people'))
  const field = await screen.findByRole('combobox', { name: 'Role' })
  await user.selectOptions(field, 'Help desk')
  await screen.findByText('support · 1 permission')
})

test('lets only owners select or create owners', async () => {
  const { rowers } = withMembers(crew)
  const viewer = member('Ada', 'ADMIN')
  Object.assign(rowers, { viewerMembership: viewer })
  rowers.members = inPages(() => [viewer, member('Bob', 'MEMBER'), member('Olga', 'OWNER')])
  const { user } = await openPage('/organizations/rowers')
  await row('Olga')
  expect(screen.queryByRole('checkbox', { name: 'Select Olga' })).toBeNull()
  await user.click(box('Select Bob'))
  await user.click(press('Change role'))
  const role = await within(await screen.findByRole('dialog')).findByRole('combobox', { name: 'Role' })
  expect([...role.children].map(({ textContent }) => textContent)).toEqual(['Member', 'Admin'])
})

test('applies search, role and order to invitations as well', async () => {
  const { rowers } = withMembers(crew)
  rowers.invitations = inPages(() => [
    invitation('zoe', 'ADMIN'),
    invitation('yan', 'MEMBER'),
    invitation('xara', 'ADMIN'),
  ])
  const { user, goTo } = await openPage('/organizations/rowers?invitations=all')
  await row('zoe@example.com')
  expect(shownNames('Invitations')).toEqual(['xara', 'yan', 'zoe'])
  await user.selectOptions(screen.getByRole('combobox', { name: 'Sort by' }), 'Name, Z to A')
  await waitFor(() => expect(shownNames('Invitations')).toEqual(['zoe', 'yan', 'xara']))
  await goTo('/organizations/rowers?role=admin&q=XAR&invitations=all')
  await waitFor(() => expect(shownNames('Invitations')).toEqual(['xara']))
  await screen.findByText('1 invitation')
  await goTo('/organizations/rowers?team=Eights&invitations=all')
  await screen.findByText('Nobody matches these filters')
})
