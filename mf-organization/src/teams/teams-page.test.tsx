import { screen, waitFor, within } from 'kit/testing/page'
import { requestsOf, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { openPage } from '../testing/open-page.ts'
import { done, inPages, member, organization, refusedWith, serve } from '../testing/gateway.ts'

const team = (id: string, name = id, people: string[] = ['Ada']) => ({
  id,
  name,
  members: inPages(() => people.map((one) => member(one, 'MEMBER'))),
})

/** The default of the setting. */
let removeLastAllowed = false
beforeEach(() => {
  removeLastAllowed = false
})

/** Opens the page as Ada, who is in the team `own`, with pages of two. */
async function openTeams(...names: string[]) {
  return openTeamsFrom('', ...names)
}
async function openTeamsFrom(own: string, ...names: string[]) {
  const rowers = organization(['OWNER'], ['TEAM_CREATE', 'TEAM_UPDATE', 'TEAM_DELETE'])
  Object.assign(rowers.viewerMembership, { team: own ? { id: own } : null })
  let teams = names.map((name) => team(name))
  rowers.teams = inPages(() => teams, 2)
  serve(rowers)
  server.rest['GET /team-rules'] = () => ({ removeLastAllowed })
  const { user } = await openPage('/organizations/rowers/teams')
  if (names.length > 0) await screen.findAllByText(names.at(-1) ?? '')
  return {
    user,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    /** Chooses an action of a team's menu. */
    choose: async (name: string, action: string) => {
      const row = rows().find(({ textContent }) => textContent.includes(name)) ?? document.body
      await user.click(within(row).getByRole('button', { name: `Actions for ${name}` }))
      await user.click(await within(row).findByRole('menuitem', { name: new RegExp(action) }))
    },
    /** Sets the list after a mutation. */
    nowAre: (...now: ReturnType<typeof team>[]) => {
      teams = now
      return done
    },
  }
}
const rows = () => within(screen.getByRole('list', { name: 'Teams' })).getAllByRole('listitem')

test('lists the teams of all pages', async () => {
  await openTeams('Eights', 'Fours', 'Pairs')
  expect(rows().map((row) => within(row).getByRole('link').textContent)).toEqual(['Eights', 'Fours', 'Pairs'])
  expect(
    within(rows()[0] ?? document.body)
      .getByRole('link')
      .getAttribute('href'),
  ).toBe('/organizations/rowers/teams/Eights')
  screen.getByRole('heading', { name: 'Teams 3' })
})

test('offers to add people to an empty team', async () => {
  const rowers = organization(['OWNER'], ['MEMBER_UPDATE'])
  Object.assign(rowers.viewerMembership, { team: null })
  const eights = team('Eights', 'Eights', [])
  rowers.teams = inPages(() => [eights, team('Fours')])
  serve(rowers)
  server.graphql['node'] = () => ({ __typename: 'Team', ...eights, organization: rowers })
  const { user } = await openPage('/organizations/rowers/teams')
  await user.click(await screen.findByRole('link', { name: /^Add people.*Eights$/ }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Add people to Eights' }))
  await dialog.findByRole('checkbox', { name: 'Ada' })
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

const field = async () => (await screen.findByRole('dialog')).querySelector('input') ?? document.createElement('input')

test('creates a team in a dialog', async () => {
  const { user, press, nowAre } = await openTeams('Eights')
  server.graphql['createTeam'] = () => nowAre(team('Eights'), team('Fours'))
  await press('Create team')
  await user.type(await field(), ' Fours {Enter}')
  await screen.findByRole('link', { name: 'Fours' })
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(requestsOf('CreateTeam')).toEqual([{ input: { organizationId: 'rowers', name: 'Fours' } }])
})

test('says what teams are for if there is none, and offers to create one', async () => {
  const { press } = await openTeams()
  await screen.findByText('No teams yet')
  await press('Create team')
  await screen.findByRole('dialog', { name: 'Create team' })
})

test('renames the team that was seen', async () => {
  const { user, choose, nowAre } = await openTeams('Eights')
  server.graphql['updateTeam'] = () => nowAre(team('Eights', 'Scullers'))
  await choose('Eights', 'Rename')
  await user.clear(await field())
  await user.type(await field(), 'Scullers{Enter}')
  await screen.findByRole('link', { name: 'Scullers' })
  expect(requestsOf('UpdateTeam')).toEqual([
    { input: { organizationId: 'rowers', teamId: 'Eights', name: 'Scullers', expectedName: 'Eights' } },
  ])
})

test('shows the name that somebody else gave meanwhile, keeps the text, and saves it anyway', async () => {
  const { user, choose, nowAre } = await openTeams('Eights')
  server.graphql['updateTeam'] = () => {
    nowAre(team('Eights', 'Pairs'))
    return refusedWith('TEAM_HAS_CHANGED')
  }
  await choose('Eights', 'Rename')
  await user.clear(await field())
  await user.type(await field(), 'Scullers{Enter}')
  const again = await screen.findByRole('button', { name: 'Save anyway' })
  expect((await screen.findByRole('dialog')).textContent).toContain('Someone else changed this to Pairs.')
  expect((await field()).value).toBe('Scullers')
  server.graphql['updateTeam'] = () => nowAre(team('Eights', 'Scullers'))
  await user.click(again)
  await screen.findByRole('link', { name: 'Scullers' })
  const expected = requestsOf('UpdateTeam').map((sent) => JSON.stringify(sent).match(/"expectedName":"(\w+)"/)?.[1])
  expect(expected).toEqual(['Eights', 'Pairs'])
})

test('sends nothing after a cancellation', async () => {
  const { user, choose, press } = await openTeams('Eights')
  await choose('Eights', 'Rename')
  await user.type(await field(), 'Other')
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(requestsOf('UpdateTeam')).toEqual([])
})

test('counts the members of a team', async () => {
  const { choose, nowAre, user } = await openTeams('Eights', 'Fours')
  server.graphql['updateTeam'] = () =>
    nowAre(team('Eights', 'Eights', ['Ada', 'Bob', 'Cleo', 'Dan', 'Eve']), team('Fours', 'Fours', []))
  await choose('Eights', 'Rename')
  await user.type(await field(), '{Enter}')
  const [eights, fours] = rows()
  await within(eights ?? document.body).findByText('5 members')
  expect(fours?.textContent).toContain('No members yet')
  expect(within(fours ?? document.body).getAllByRole('link'), 'without the right to add people').toHaveLength(1)
})

test('confirms a removal, and refetches the list', async () => {
  const { user, choose, nowAre } = await openTeams('Eights', 'Fours')
  server.graphql['removeTeam'] = () => nowAre(team('Fours'))
  await choose('Eights', 'Remove')
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Eights?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(rows()).toHaveLength(1))
  expect(requestsOf('RemoveTeam')).toEqual([{ input: { organizationId: 'rowers', teamId: 'Eights' } }])
  await screen.findByText('The team Eights was removed.')
})

test('shows a refused removal in the dialog', async () => {
  server.graphql['removeTeam'] = () => refusedWith('TEAM_NOT_FOUND')
  const { user, choose } = await openTeams('Eights', 'Fours')
  await choose('Eights', 'Remove')
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Eights?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This team no longer exists.')
})

test.each([
  ['the last team', '', ['Eights'], 'An organization needs at least one team.'],
  ['the own team', 'Eights', ['Eights', 'Fours'], 'Move to another team before you remove this one.'],
])('explains in the menu that %s cannot be removed', async (_, own, names, reason) => {
  const { choose } = await openTeamsFrom(own, ...names)
  await choose('Eights', 'Remove')
  const remove = screen.getByRole('menuitem', { name: /Remove/ })
  expect([remove.getAttribute('aria-disabled'), remove.textContent]).toEqual(['true', `Remove…${reason}`])
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('removes the last team if the operator allows it, unless it is the user’s own', async () => {
  removeLastAllowed = true
  const { choose } = await openTeamsFrom('', 'Eights')
  await waitFor(() => expect(requestsOf('GET /team-rules')).toHaveLength(1))
  await choose('Eights', 'Remove')
  await screen.findByRole('dialog', { name: 'Remove Eights?' })
})

test('keeps the user’s own team with that reason, even if the last one may be removed', async () => {
  removeLastAllowed = true
  const { choose } = await openTeamsFrom('Eights', 'Eights')
  await choose('Eights', 'Remove')
  await screen.findByText('Move to another team before you remove this one.')
})
