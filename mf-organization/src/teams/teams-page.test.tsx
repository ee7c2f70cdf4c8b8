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
  if (names.length > 0) await screen.findByText(names.at(-1) ?? '')
  return {
    user,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
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
  expect(rows().map((row) => row.querySelector('p')?.textContent)).toEqual(['Eights', 'Fours', 'Pairs'])
})

test('renames a team in its row, and restores the focus', async () => {
  const { user, press, nowAre } = await openTeams('Eights')
  server.graphql['updateTeam'] = () => nowAre(team('Eights', 'Scullers'))
  await press('Rename Eights')
  const [, field] = await screen.findAllByRole<HTMLInputElement>('textbox', { name: 'Name of the team' })
  if (!field) throw new Error('no field')
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.type(field, 'Scullers{Enter}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Rename Scullers'))
  expect(requestsOf('UpdateTeam')).toEqual([
    { input: { organizationId: 'rowers', teamId: 'Eights', name: 'Scullers' } },
  ])
})

test.each(['button', 'Escape'])('sends nothing after a cancellation by %s, and restores the focus', async (way) => {
  const { user, press } = await openTeams('Eights')
  await press('Rename Eights')
  await user.keyboard('Other')
  await (way === 'button' ? press('Cancel') : user.keyboard('{Escape}'))
  expect(document.activeElement).toBe(await screen.findByRole('button', { name: 'Rename Eights' }))
  expect(requestsOf('UpdateTeam')).toEqual([])
})

test('renames one team at a time', async () => {
  const { press } = await openTeams('Eights', 'Fours')
  await press('Rename Eights')
  await press('Rename Fours')
  expect(screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)).toEqual(['', 'Fours'])
  await screen.findByRole('button', { name: 'Rename Eights' })
})

test('shows the number and names of a team’s members, with a link to all', async () => {
  const { nowAre, press } = await openTeams('Eights', 'Fours')
  server.graphql['updateTeam'] = () =>
    nowAre(team('Eights', 'Eights', ['Ada', 'Bob', 'Cleo', 'Dan']), team('Fours', 'Fours', []))
  await press('Rename Eights')
  await press('Save')
  const [eights, fours] = rows()
  const link = await within(eights ?? document.body).findByRole('link', { name: '4 members' })
  expect(link.getAttribute('href')).toBe('/organizations/rowers?team=Eights')
  expect(eights?.textContent).toContain('Ada, Bob')
  expect(fours?.textContent).toContain('Nobody is in this team.')
})

test('confirms a removal, and refetches the list', async () => {
  const { user, press, nowAre } = await openTeams('Eights', 'Fours')
  server.graphql['removeTeam'] = () => nowAre(team('Fours'))
  await press('Remove Eights')
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Eights?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByText('Eights')).toBeNull())
  expect(requestsOf('RemoveTeam')).toEqual([{ input: { organizationId: 'rowers', teamId: 'Eights' } }])
  await screen.findByText('The team Eights was removed.')
})

test('shows a refused removal in the dialog', async () => {
  server.graphql['removeTeam'] = () => refusedWith('TEAM_NOT_FOUND')
  const { user, press } = await openTeams('Eights', 'Fours')
  await press('Remove Eights')
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Eights?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This team was removed meanwhile.')
})

test.each([
  ['the last team', '', ['Eights'], 'An organization needs at least one team.'],
  [
    'the own team',
    'Eights',
    ['Eights', 'Fours'],
    'You are in this team. Move to another one first, or let somebody else remove it.',
  ],
])('explains before the click that %s cannot be removed', async (_, own, names, reason) => {
  const { press } = await openTeamsFrom(own, ...names)
  const remove = screen.getByRole('button', { name: 'Remove Eights' })
  expect(remove.getAttribute('aria-disabled')).toBe('true')
  expect(document.getElementById(remove.getAttribute('aria-describedby') ?? '')?.textContent).toBe(reason)
  await press('Remove Eights')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('removes the last team if the operator allows it, unless it is the user’s own', async () => {
  removeLastAllowed = true
  const { press } = await openTeamsFrom('', 'Eights')
  const remove = () => screen.getByRole('button', { name: 'Remove Eights' })
  await waitFor(() => expect(remove().getAttribute('aria-disabled')).not.toBe('true'))
  await press('Remove Eights')
  await screen.findByRole('dialog', { name: 'Remove Eights?' })
})

test('keeps the user’s own team with that reason, even if the last one may be removed', async () => {
  removeLastAllowed = true
  await openTeamsFrom('Eights', 'Eights')
  await screen.findByText(/^You are in this team\./)
})
