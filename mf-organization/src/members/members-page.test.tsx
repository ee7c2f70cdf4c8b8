import { act, open, screen, waitFor, within } from 'kit/testing/page'
import { askedOf, fault, server } from 'kit/testing/server'
import { expect, test } from 'vitest'
import { done, inPages, member, organization, serve } from '../testing/gateway.ts'
import { remote } from '../remote.tsx'

const row = (name: string) => screen.findByText(name)
const shownNames = () =>
  within(screen.getByRole('list', { name: 'Members' }))
    .getAllByText(/@example.com$/)
    .map(({ textContent }) => textContent?.split('@')[0])

/** Lets an answer that is on its way arrive: some turns of the event loop. */
async function flush() {
  for (let turn = 0; turn < 20; turn += 1) await act(() => new Promise((resolve) => setTimeout(resolve)))
}

/** An organization with pages of two members. */
function withMembers(names: string[], permissions: Parameters<typeof organization>[1] = []) {
  const rowers = organization(['OWNER'], permissions)
  const people = (...others: string[]) => [rowers.viewerMembership, ...others.map((name) => member(name, 'MEMBER'))]
  let members = people(...names)
  rowers.members = inPages(() => members, 2)
  serve(rowers)
  return {
    rowers,
    nowAre: (...now: string[]) => {
      members = people(...now)
    },
  }
}

test('the pages follow one after the other, until all members are there', async () => {
  withMembers(['Bob', 'Carla', 'Dan', 'Eve'])
  await open(remote.routes, '/organizations/rowers')
  await row('Eve')
  expect(shownNames()).toEqual(['ada', 'bob', 'carla', 'dan', 'eve'])
  expect(askedOf('OrganizationMembers')).toEqual([
    { slug: 'rowers' },
    { slug: 'rowers', after: '2' },
    { slug: 'rowers', after: '4' },
  ])
})

test('a page that does not come is told below those that came, and asked for again', async () => {
  const { rowers } = withMembers(['Bob', 'Carla'])
  const { members } = rowers
  rowers.members = (page) => {
    if (page.after) throw fault('UPSTREAM_UNAVAILABLE')
    return members(page)
  }
  const { user } = await open(remote.routes, '/organizations/rowers')
  expect((await screen.findByRole('alert')).textContent).toContain('A part of the service does not answer')
  expect(shownNames()).toEqual(['ada', 'bob'])
  rowers.members = members
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await row('Carla')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('those known before stay while all are asked for anew, and then the new ones take their place', async () => {
  const { rowers, nowAre } = withMembers(['Bob', 'Carla'], ['INVITATION_CREATE'])
  server.graphql['inviteMember'] = () => done
  const { user } = await open(remote.routes, '/organizations/rowers')
  await row('Carla')
  const { members } = rowers
  const held = Promise.withResolvers<void>()
  rowers.members = async (page) => {
    if (page.after) await held.promise
    return members(page)
  }
  nowAre('Zoe', 'Carla', 'Dan')
  await user.type(screen.getByRole('textbox', { name: 'E-mail' }), 'zoe@example.com')
  await user.click(screen.getByRole('button', { name: 'Invite' }))
  await screen.findByText('The invitation to zoe@example.com is on its way.')
  expect(shownNames()).toEqual(['ada', 'bob', 'carla'])
  held.resolve()
  await row('Dan')
  expect(shownNames()).toEqual(['ada', 'zoe', 'carla', 'dan'])
})

const sailors = () => {
  const others = { ...organization(['MEMBER'], []), id: 'sailors', slug: 'sailors', name: 'Sailors' }
  others.members = inPages(() => [member('Sam', 'MEMBER'), member('Tom'), member('Uma')], 2)
  return others
}

test('who leaves for another organization while pages are under way sees none of them there', async () => {
  const { rowers } = withMembers(['Bob', 'Carla'])
  const { members } = rowers
  const held = Promise.withResolvers<void>()
  rowers.members = async (page) => {
    if (page.after) await held.promise
    return members(page)
  }
  serve(rowers, sailors())
  const { goTo } = await open(remote.routes, '/organizations/rowers')
  await row('Bob')
  await goTo('/organizations/sailors')
  await row('Uma')
  held.resolve()
  await flush()
  expect(shownNames()).toEqual(['sam', 'tom', 'uma'])
  expect(askedOf('OrganizationMembers').filter((variables) => Object(variables).slug === 'sailors')).toHaveLength(2)
})

test('who has seen all members of one organization sees none of them in another one, whose pages are under way', async () => {
  const { rowers } = withMembers(['Bob', 'Carla'])
  const others = sailors()
  const { members } = others
  const held = Promise.withResolvers<void>()
  others.members = async (page) => {
    if (page.after) await held.promise
    return members(page)
  }
  serve(rowers, others)
  const { goTo } = await open(remote.routes, '/organizations/rowers')
  await row('Carla')
  await goTo('/organizations/sailors')
  await row('Sam')
  expect(shownNames()).toEqual(['sam', 'tom'])
  held.resolve()
  await row('Uma')
})

test('a list that became short enough for one page is shown as it is', async () => {
  const { nowAre } = withMembers(['Bob', 'Carla'], ['MEMBER_UPDATE'])
  const { user } = await open(remote.routes, '/organizations/rowers')
  await row('Carla')
  nowAre('Bob')
  await user.click(screen.getByRole('button', { name: 'Change Bob' }))
  await act(async () => screen.getByRole<HTMLDialogElement>('dialog').close())
  await waitFor(() => expect(shownNames()).toEqual(['ada', 'bob']))
})
