import { refreshSession } from 'kit'
import { act, screen, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, graphqlError, server } from 'kit/testing/server'
import { expect, test, vi } from 'vitest'
import type { InviteMemberInput, Role } from '../generated/graphql.ts'
import { openPage } from '../testing/open-page.ts'
import { done, inPages, organization, refusedWith, refuseUntilSignIn, serve } from '../testing/gateway.ts'

/** Invites as Ada; `responses` has the gateway's response for each email. */
async function invite(text: string, responses: Record<string, () => object> = {}, viewerRole: Role = 'ADMIN') {
  const rowers = organization([viewerRole], ['INVITATION_CREATE'])
  rowers.teams = inPages(() => [
    { id: 'Eights', name: 'Eights' },
    { id: 'Fours', name: 'Fours' },
  ])
  serve(rowers)
  server.graphql['inviteMember'] = ({ input }: { input: InviteMemberInput }) =>
    (responses[input.email] ?? (() => done))()
  const { user } = await openPage('/organizations/rowers')
  await user.click(await screen.findByRole('button', { name: 'Invite people' }))
  const field = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Email addresses' })
  vi.useFakeTimers()
  const send = () => user.click(screen.getByRole('button', { name: /^Send invitation/ }))
  const chips = () =>
    screen.queryAllByRole('button', { name: /^Remove / }).map((chip) => chip.getAttribute('aria-label')?.slice(7))
  const isBad = (email: string) => screen.getByTitle(email).parentElement?.dataset['invalid'] === 'true'
  if (text) await user.type(field, text)
  await send()
  return { user, field, send, chips, isBad }
}
const invited = () => requestsOf('InviteMember').map((variables) => Object(variables).input.email)
const alreadyMember = () => refusedWith('USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION')
const tooMany = () => {
  throw graphqlError('RATE_LIMITED', { retryAfter: 3 })
}

test('lists an invitation without an email separately, and does not send it again', async () => {
  const { chips } = await invite('bob@example.com carla@example.com', {
    'bob@example.com': () => ({ isEmailSent: false, userErrors: [] }),
  })
  await screen.findByText('The invitation to carla@example.com is on its way.')
  expect(screen.getByRole('alert').textContent).toContain(
    'bob@example.com The invitation is open, but no email was sent',
  )
  expect(chips()).toEqual([])
  expect(requestsOf('OrganizationMembers')).toHaveLength(2)
})

test('tells users with an unverified email what others see beside their name', async () => {
  await invite('bob@example.com')
  expect(screen.queryByText('isn’t verified', { exact: false })).toBeNull()
  server.signedIn = { user: person('Ada', { emailVerified: false }), session: sessionOf(person('Ada')) }
  await act(refreshSession)
  await screen.findByText('Your email isn’t verified', { exact: false })
})

test('keeps a single refused email in the field with its reason, and refetches nothing', async () => {
  const { field, chips } = await invite('bob@example.com', { 'bob@example.com': alreadyMember })
  await screen.findByText('This person is already a member.')
  expect(document.activeElement).toBe(field)
  expect(chips()).toEqual(['bob@example.com'])
  expect(requestsOf('OrganizationMembers')).toHaveLength(1)
})

test('lists refused emails of many once, with the reason below, and keeps only incomplete ones in the field', async () => {
  const { user, send, chips, isBad } = await invite('bob@example.com, carla@example.com dan@ eve@example.com', {
    'bob@example.com': alreadyMember,
  })
  await screen.findByText('2 invitations are on their way.')
  const reasons = within(screen.getByRole('list', { name: 'Not invited' })).getAllByRole('listitem')
  expect(reasons.map(({ innerHTML }) => innerHTML)).toEqual([
    '<strong>bob<wbr>@example.com</strong><br>This person is already a member.',
  ])
  expect([chips(), isBad('dan@')]).toEqual([['dan@'], true])
  expect(screen.getByText('1 isn’t a complete email. Fix or remove it.')).toBeDefined()
  // Nothing is left to send.
  await send()
  expect(invited()).toEqual(['bob@example.com', 'carla@example.com', 'eve@example.com'])
  await user.click(screen.getByRole('button', { name: 'Remove dan@' }))
  expect(screen.queryByText('isn’t a complete email', { exact: false })).toBeNull()
})

test('refetches nothing if none of many was sent', async () => {
  await invite('bob@example.com carla@example.com', {
    'bob@example.com': alreadyMember,
    'carla@example.com': alreadyMember,
  })
  await screen.findByRole('list', { name: 'Not invited' })
  expect(requestsOf('OrganizationMembers')).toHaveLength(1)
})

test('stops at a rate limit, and keeps the rest in the field', async () => {
  const responses: Record<string, () => object> = { 'bob@example.com': tooMany, 'ada@example.com': alreadyMember }
  const { send, chips } = await invite('zoe@example.com ada@example.com bob@example.com carla@example.com', responses)
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toContain(
    'Too many attempts. Wait a moment, then try again.',
  )
  expect(invited()).toEqual(['zoe@example.com', 'ada@example.com', 'bob@example.com'])
  expect(chips()).toEqual(['bob@example.com', 'carla@example.com'])
  expect(screen.getByText('The invitation to zoe@example.com is on its way.')).toBeDefined()
  expect(screen.getByRole('button', { name: /^Try again in \d s$/ })).toBeDefined()
  responses['bob@example.com'] = () => done
  await act(async () => vi.advanceTimersByTime(3000))
  await send()
  await screen.findByText('2 invitations are on their way.')
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('loses nothing without a connection', async () => {
  const { user, field, send, chips } = await invite('')
  await user.type(field, 'bob@example.com carla@example.com')
  server.isAway = true
  await send()
  expect((await screen.findByRole('alert')).textContent).toContain('Can’t reach the server.')
  expect(chips()).toEqual(['bob@example.com', 'carla@example.com'])
  expect(invited()).toEqual([])
})

test('sends nothing without an email', async () => {
  await invite(' , ')
  await screen.findByText('Enter at least one email.')
  expect(invited()).toEqual([])
})

test('splits a pasted list without its names, and marks incomplete addresses', async () => {
  const { user, field, chips, isBad } = await invite('')
  await user.type(field, 'Zoe@example.com nobody ')
  await user.paste('"Lovelace, Ada" <ada@example.com>\r\nbob@example.com;li.wei@')
  expect(chips()).toEqual(['zoe@example.com', 'nobody', 'ada@example.com', 'bob@example.com', 'li.wei@'])
  expect(['bob@example.com', 'nobody', 'li.wei@'].map(isBad)).toEqual([false, true, true])
  expect(screen.getByText('2 aren’t complete emails. Fix or remove them.')).toBeDefined()
  expect(screen.getByText('3 people')).toBeDefined()
})

test('closes after all were sent, and reports it on the page', async () => {
  const { user } = await invite('bob@example.com carla@example.com')
  await screen.findByText('2 invitations are on their way.')
  expect(screen.queryByRole('dialog')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Invite people' }))
  expect(screen.queryByRole('button', { name: /^Remove / })).toBeNull()
})

test('says how long the links work', async () => {
  await invite('')
  await screen.findByText('They get a link that works for 2 days.')
})

test.each<[Role, string[]]>([
  ['ADMIN', ['Member', 'Admin']],
  ['OWNER', ['Member', 'Admin', 'Owner']],
])('lets %s grant the roles %j', async (viewerRole, names) => {
  const { user, field, send } = await invite('', {}, viewerRole)
  const roles = screen.getByRole('combobox', { name: 'Role' })
  expect(
    within(roles)
      .getAllByRole('option')
      .map(({ textContent }) => textContent),
  ).toEqual(names)
  await user.selectOptions(roles, names.at(-1) ?? '')
  await user.type(field, 'bob@example.com')
  await send()
  await screen.findByText('The invitation to bob@example.com is on its way.')
  const assignedRoles = [viewerRole.toLowerCase()]
  expect(requestsOf('InviteMember')).toMatchObject([{ input: { roles: [], assignedRoles } }])
})

test('invites into several teams', async () => {
  const { user, field, send } = await invite('')
  await user.click(await screen.findByRole('checkbox', { name: 'Fours' }))
  await user.click(screen.getByRole('checkbox', { name: 'Eights' }))
  await user.type(field, 'bob@example.com carla@example.com')
  await send()
  await screen.findByText('2 invitations are on their way.')
  expect(requestsOf('InviteMember')).toMatchObject([
    { input: { teamIds: ['Fours', 'Eights'] } },
    { input: { teamIds: ['Fours', 'Eights'] } },
  ])
})

test('shows a team that was removed meanwhile at its field', async () => {
  await invite('bob@example.com', { 'bob@example.com': () => refusedWith('TEAM_NOT_FOUND') })
  await screen.findByText('This team no longer exists.')
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: 'Eights' }))
})

test('asks for the password once if the sign-in is not recent, then sends every owner’s invitation', async () => {
  const { user, field, send } = await invite('', {}, 'OWNER')
  refuseUntilSignIn('inviteMember')
  await user.type(field, 'bob@example.com carla@example.com')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'Owner')
  await send()
  const asking = within(await screen.findByRole('dialog', { name: 'Enter your password' }))
  await user.type(asking.getByLabelText('Password'), 'secret')
  await user.click(asking.getByRole('button', { name: 'Continue' }))
  await screen.findByText('2 invitations are on their way.')
  expect(invited()).toEqual(['bob@example.com', 'bob@example.com', 'carla@example.com'])
})

test('asks once, and keeps all emails in the field if no password is given', async () => {
  const { user, field, send, chips } = await invite('', {}, 'OWNER')
  refuseUntilSignIn('inviteMember')
  await user.type(field, 'bob@example.com carla@example.com')
  await send()
  const asking = await screen.findByRole<HTMLDialogElement>('dialog', { name: 'Enter your password' })
  act(() => asking.close())
  expect((await screen.findByRole('alert')).textContent).toContain('Not done yet.')
  expect([chips(), invited()]).toEqual([['bob@example.com', 'carla@example.com'], ['bob@example.com']])
})

test('shows a role that the user may not grant at its field', async () => {
  await invite('bob@example.com', {
    'bob@example.com': () => refusedWith('YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE'),
  })
  await screen.findByText('You can’t invite people with this role: it has permissions that yours lacks.')
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Role' }))
})
