import { open, screen, waitFor, within } from 'kit/testing/page'
import { askedOf, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { remote } from '../remote.tsx'
import { done, inPages, organization, refusedWith, serve } from '../testing/gateway.ts'

const team = (id: string, name = id) => ({ id, name, members: { totalCount: 1 } })

/** Opens the teams of an organization, by pages of two. */
async function openTeams(...names: string[]) {
  const rowers = organization(['OWNER'], ['TEAM_CREATE', 'TEAM_UPDATE', 'TEAM_DELETE'])
  let teams = names.map((name) => team(name))
  rowers.teams = inPages(() => teams, 2)
  serve(rowers)
  const { user } = await open(remote.routes, '/organizations/rowers/teams')
  if (names.length > 0) await screen.findByText(names.at(-1) ?? '')
  return {
    user,
    press: (name: string) => user.click(screen.getByRole('button', { name })),
    /** The list as it is after a mutation. */
    nowAre: (...now: ReturnType<typeof team>[]) => {
      teams = now
      return done
    },
  }
}
const input = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name })
const rows = () => within(screen.getByRole('list', { name: 'Teams' })).getAllByRole('listitem')

test('all teams are listed, also those of later pages', async () => {
  await openTeams('Eights', 'Fours', 'Pairs')
  expect(rows().map((row) => row.querySelector('p')?.textContent)).toEqual(['Eights', 'Fours', 'Pairs'])
})

test('a team that was created is in the list, and the field is empty', async () => {
  const { user, press, nowAre } = await openTeams('Eights')
  server.graphql['createTeam'] = () => nowAre(team('Eights'), team('Fours'))
  await user.type(await input('Name of the team'), ' Fours ')
  await press('Create')
  await screen.findByText('Fours')
  expect((await input('Name of the team')).value).toBe('')
  expect(askedOf('CreateTeam')).toEqual([{ input: { organizationId: 'rowers', name: 'Fours' } }])
})

test('a team is renamed in its place, and the focus comes back', async () => {
  const { user, press, nowAre } = await openTeams('Eights')
  server.graphql['updateTeam'] = () => nowAre(team('Eights', 'Scullers'))
  await press('Rename Eights')
  const [, field] = await screen.findAllByRole<HTMLInputElement>('textbox', { name: 'Name of the team' })
  if (!field) throw new Error('no field')
  expect(document.activeElement).toBe(field)
  await user.clear(field)
  await user.type(field, 'Scullers{Enter}')
  await waitFor(() => expect(document.activeElement?.getAttribute('aria-label')).toBe('Rename Scullers'))
  expect(askedOf('UpdateTeam')).toEqual([{ input: { organizationId: 'rowers', teamId: 'Eights', name: 'Scullers' } }])
})

test('who keeps the name sends nothing', async () => {
  const { press } = await openTeams('Eights')
  await press('Rename Eights')
  await press('Keep the name')
  await screen.findByRole('button', { name: 'Rename Eights' })
  expect(askedOf('UpdateTeam')).toEqual([])
})

test('removing asks first, and the list is asked for anew', async () => {
  const { user, press, nowAre } = await openTeams('Eights', 'Fours')
  server.graphql['removeTeam'] = () => nowAre(team('Fours'))
  await press('Remove Eights')
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Eights?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await waitFor(() => expect(screen.queryByText('Eights')).toBeNull())
  expect(askedOf('RemoveTeam')).toEqual([{ input: { organizationId: 'rowers', teamId: 'Eights' } }])
  expect(screen.getByText('The last team stays.')).toBeDefined()
})

test('a removal that is refused is told in the dialog', async () => {
  server.graphql['removeTeam'] = () => refusedWith('TEAM_NOT_FOUND')
  const { user, press } = await openTeams('Eights', 'Fours')
  await press('Remove Eights')
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove Eights?' }))
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This team was removed meanwhile.')
})

test('the last team stays, and says so', async () => {
  await openTeams('Eights')
  expect(screen.getByText('The last team stays.')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Remove Eights' })).toBeNull()
})
