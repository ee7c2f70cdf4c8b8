import { screen, waitFor, within } from 'kit/testing/page'
import { graphqlError, requestsOf, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import type { Permission, Role } from '../generated/graphql.ts'
import { openPage } from '../testing/open-page.ts'
import { done, inPages, member, organization, refusedWith, serve } from '../testing/gateway.ts'

const page = '/organizations/rowers/teams/Eights'
const every: Permission[] = ['TEAM_UPDATE', 'TEAM_DELETE', 'MEMBER_UPDATE', 'MEMBER_DELETE', 'INVITATION_CREATE']

interface Given {
  role?: Role
  permissions?: Permission[]
  inTeam?: string[]
  others?: ReturnType<typeof member>[]
  organizationOfTeam?: string
  size?: number
}

/** Serves the team Eights of Ada's organization, in pages of `size`. */
function serveTeam({ role = 'OWNER', permissions = every, inTeam = ['Bob'], ...more }: Given) {
  const rowers = organization([role], permissions)
  Object.assign(rowers.viewerMembership, { team: null })
  const others = more.others ?? ['Bob', 'Cleo', 'Dan'].map((name) => member(name, 'MEMBER'))
  const all = [rowers.viewerMembership, ...others]
  const found = (query?: string | null) => all.filter(({ user }) => user.name.startsWith(query ?? ''))
  const state = { inTeam, isGone: false, name: 'Eights' }
  const people = (query?: string | null) => found(query).filter(({ user }) => state.inTeam.includes(user.name))
  type Search = { query?: string | null; after?: string | null; before?: string | null }
  Object.assign(rowers, {
    members: (search: Search) => inPages(() => found(search.query))(search),
    teams: inPages(() =>
      [
        { id: 'Eights', name: state.name },
        { id: 'Fours', name: 'Fours' },
      ].slice(state.isGone ? 1 : 0),
    ),
  })
  serve(rowers)
  server.graphql['node'] = ({ id }: { id: string }) =>
    id === 'Eights' && !state.isGone
      ? {
          __typename: 'Team',
          id,
          name: state.name,
          organization: { ...rowers, id: more.organizationOfTeam ?? rowers.id },
          members: (search: Search) => inPages(() => people(search.query), more.size)(search),
        }
      : null
  return state
}

async function openTeam(given: Given = {}) {
  const state = serveTeam(given)
  const { user, ...rest } = await openPage(page)
  await screen.findByRole('heading', { name: 'Eights' })
  return {
    ...rest,
    user,
    state,
    add: async (...names: string[]) => {
      await user.click(screen.getByRole('button', { name: 'Add people' }))
      const dialog = within(await screen.findByRole('dialog', { name: 'Add people to Eights' }))
      for (const name of names) await user.click(await dialog.findByRole('checkbox', { name }))
      await user.click(dialog.getByRole('button', { name: 'Add to team' }))
      return dialog
    },
    choose: async (name: string, action: string) => {
      await user.click(screen.getByRole('button', { name: `Actions for ${name}` }))
      await user.click(await screen.findByRole('menuitem', { name: new RegExp(action) }))
      return within(await screen.findByRole('dialog'))
    },
  }
}
const names = () =>
  within(screen.getByRole('list', { name: 'Members of the team' }))
    .getAllByRole('listitem')
    .map((row) => row.querySelector('.kit-name')?.textContent)
const closed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
const added = () => requestsOf('AddTeamMember').map((sent) => JSON.stringify(sent).match(/"userId":"(\w+)"/)?.[1])

test('lists the people of a team, with a way back to all teams', async () => {
  await openTeam({ inTeam: ['Ada', 'Bob'] })
  expect(names()).toEqual(['Ada', 'Bob'])
  screen.getByText('2 members')
  expect(screen.getByRole('link', { name: 'All teams' }).getAttribute('href')).toBe('/organizations/rowers/teams')
  expect(screen.getByRole('link', { name: 'Teams' }).getAttribute('aria-current')).toBe('page')
})

test('pages through a large team, and searches it', async () => {
  const crew = Array.from({ length: 9 }, (_, n) => member(`Rower${n}`, 'MEMBER'))
  const { user, state } = await openTeam({ others: crew, inTeam: crew.map((one) => one.user.name), size: 5 })
  expect(names()).toHaveLength(5)
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await waitFor(() => expect(names()).toEqual(['Rower5', 'Rower6', 'Rower7', 'Rower8']))
  await user.type(screen.getByRole('searchbox', { name: 'Search by name or email' }), 'Rower7')
  await screen.findByText('1 member found')
  expect(names()).toEqual(['Rower7'])
  state.inTeam = []
  await user.type(screen.getByRole('searchbox'), 'x')
  await screen.findByText('Nobody matches “Rower7x”')
})

test('adds several people, and says how many', async () => {
  const { state, add } = await openTeam()
  server.graphql['addTeamMember'] = ({ input }: { input: { userId: string } }) => {
    state.inTeam = [...state.inTeam, input.userId]
    return done
  }
  await add('Cleo', 'Dan')
  await closed()
  await waitFor(() => expect(names()).toEqual(['Bob', 'Cleo', 'Dan']))
  await screen.findByText('2 people were added.')
  expect(added()).toEqual(['Cleo', 'Dan'])
})

test('marks who is in the team already, and requires a choice', async () => {
  const { add } = await openTeam()
  const dialog = await add()
  await dialog.findByText('Choose at least one person.')
  const bob = await dialog.findByRole<HTMLInputElement>('checkbox', { name: 'Bob' })
  expect([bob.checked, bob.disabled]).toEqual([true, true])
  dialog.getByText('In the team already')
  expect(requestsOf('AddTeamMember')).toEqual([])
})

test('finds people of a large organization by a search, and keeps who was chosen before', async () => {
  const crew = Array.from({ length: 30 }, (_, n) => member(`Rower${n + 10}`, 'MEMBER'))
  const { user, add } = await openTeam({ others: crew, inTeam: [] })
  server.graphql['addTeamMember'] = () => done
  await user.click(screen.getByRole('button', { name: 'Add people' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.click(await dialog.findByRole('checkbox', { name: 'Rower10' }))
  await user.type(dialog.getByRole('searchbox'), 'Rower39{Enter}')
  await waitFor(() => expect(dialog.getAllByRole('checkbox')).toHaveLength(2))
  expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Rower10' }).checked).toBe(true)
  dialog.getByText('1 selected')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await closed()
  await add('Rower11')
  await closed()
  expect(added()).toEqual(['Rower11'])
})

test('names those who left meanwhile, and adds the others', async () => {
  const { user, state, add } = await openTeam()
  server.graphql['addTeamMember'] = ({ input: { userId } }: { input: { userId: string } }) => {
    if (userId === 'Cleo') return refusedWith('USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION')
    state.inTeam = [...state.inTeam, userId]
    return done
  }
  const dialog = await add('Cleo', 'Dan')
  const refused = await dialog.findByRole('list', { name: 'Not added' })
  expect(refused.textContent).toBe('CleoThis person is no longer a member.')
  await waitFor(() => expect(names()).toEqual(['Bob', 'Dan']))
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await screen.findByText('1 person was added.')
})

test('lets administrators add and remove everyone except owners', async () => {
  const { user } = await openTeam({
    role: 'ADMIN',
    others: [member('Bob', 'MEMBER'), member('Olga', 'OWNER'), member('Oskar', 'OWNER')],
    inTeam: ['Bob', 'Olga'],
  })
  screen.getByRole('button', { name: 'Actions for Bob' })
  expect(screen.queryByRole('button', { name: 'Actions for Olga' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Add people' }))
  const oskar = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'Oskar' })
  expect(oskar.disabled).toBe(true)
  screen.getByText('Only an owner can add owners.')
})

test('offers nothing to members without permissions', async () => {
  await openTeam({ role: 'MEMBER', permissions: [] })
  expect(within(screen.getByRole('main')).queryAllByRole('button')).toEqual([])
})

test('removes someone from the team, not from the organization', async () => {
  const { user, state, choose } = await openTeam({ inTeam: ['Bob', 'Cleo'] })
  const dialog = await choose('Bob', 'Remove from team')
  dialog.getByText('This person stays in the organization.')
  server.graphql['removeTeamMember'] = () => {
    state.inTeam = ['Cleo']
    return done
  }
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await closed()
  await waitFor(() => expect(names()).toEqual(['Cleo']))
  await screen.findByText('Bob was removed from Eights.')
  expect(requestsOf('RemoveTeamMember')).toEqual([
    { input: { organizationId: 'rowers', teamId: 'Eights', userId: 'Bob' } },
  ])
})

test('says that somebody else has removed the person meanwhile, and refetches the list', async () => {
  const { user, state, choose } = await openTeam()
  const dialog = await choose('Bob', 'Remove from team')
  server.graphql['removeTeamMember'] = () => {
    state.inTeam = []
    return refusedWith('USER_IS_NOT_A_MEMBER_OF_THE_TEAM')
  }
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  expect((await dialog.findByRole('alert')).textContent).toBe('This person is no longer in the team.')
  await user.click(dialog.getByRole('button', { name: 'Cancel' }))
  await screen.findByText('No members yet')
})

test('says that the team was removed while its page was open', async () => {
  const { state, add } = await openTeam()
  server.graphql['addTeamMember'] = () => {
    state.isGone = true
    return refusedWith('TEAM_NOT_FOUND')
  }
  await add('Cleo')
  await screen.findByRole('heading', { name: 'Team not found' })
  await closed()
  expect(screen.getByRole('link', { name: 'All teams' }).getAttribute('href')).toBe('/organizations/rowers/teams')
})

test('does not show a team of another organization', async () => {
  serveTeam({ organizationOfTeam: 'other' })
  await openPage(page)
  await screen.findByRole('heading', { name: 'Team not found' })
})

test('shows a failure, and loads the team on retry', async () => {
  serveTeam({})
  const { node } = server.graphql
  server.graphql['node'] = () => {
    throw graphqlError('INTERNAL_SERVER_ERROR')
  }
  const { user } = await openPage(page)
  const again = await screen.findByRole('button', { name: 'Try again' })
  if (node) server.graphql['node'] = node
  await user.click(again)
  await screen.findByRole('heading', { name: 'Eights' })
})

test('renames the team', async () => {
  const { user, state, choose } = await openTeam()
  const dialog = await choose('Eights', 'Rename')
  server.graphql['updateTeam'] = () => {
    state.name = 'Scullers'
    return done
  }
  await user.clear(dialog.getByRole('textbox'))
  await user.type(dialog.getByRole('textbox'), 'Scullers{Enter}')
  await screen.findByRole('heading', { name: 'Scullers' })
})

test('removes the team, and returns to the others', async () => {
  const { user, state, choose } = await openTeam()
  const dialog = await choose('Eights', 'Remove')
  server.rest['GET /team-rules'] = () => ({ removeLastAllowed: false })
  server.graphql['removeTeam'] = () => {
    state.isGone = true
    return done
  }
  await user.click(dialog.getByRole('button', { name: 'Remove' }))
  await screen.findByText('The team Eights was removed.')
  await screen.findByRole('heading', { name: 'Teams 1' })
  expect(screen.queryByText('Eights')).toBeNull()
})
