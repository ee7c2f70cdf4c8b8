import { getSession } from 'kit'
import { open, screen } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { askedOf, refused, server } from 'kit/testing/server'
import { beforeEach, expect, test } from 'vitest'
import { remote } from '../remote.tsx'

const ada = person('Ada')
const bob = person('Bob')
const signedInAs = (user: typeof ada) => ({ user, session: sessionOf(user) })
const invitation = {
  id: 'i1',
  organizationId: 'o1',
  email: ada.email,
  role: 'member',
  teamId: null,
  status: 'pending' as const,
  expiresAt: new Date(Date.now() + 2 * 86_400_000).toISOString(),
  inviterId: 'bob',
}
const member = { id: 'm1', organizationId: 'o1', userId: 'ada', role: 'member', teamId: null, createdAt: ada.createdAt }
const received = { ...invitation, organizationName: 'Rowers', organizationSlug: 'rowers', inviterEmail: bob.email }

const openInvitation = (search = '') => open(remote.routes, `/accept-invitation/i1${search}`)
const steps = () => [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')].map((one) => one.textContent)
const changes = () => server.asked.filter(({ call }) => !call.startsWith('GET'))

beforeEach(() => {
  server.signedIn = signedInAs(ada)
  server.rest['GET /organization/get-invitation'] = () => received
})

test('signed out one signs up or in, and comes back; the invitation is not even asked for', async () => {
  server.signedIn = null
  await openInvitation()
  const signUp = await screen.findByRole('link', { name: 'Sign up' })
  expect(signUp.getAttribute('href')).toBe('/sign-up?redirectTo=%2Faccept-invitation%2Fi1')
  const signIn = screen.getByRole('link', { name: 'Sign in' })
  expect(signIn.getAttribute('href')).toBe('/sign-in?redirectTo=%2Faccept-invitation%2Fi1')
  expect(server.asked).toEqual([])
})

test('opening it shows who invites where and until when, and changes nothing', async () => {
  await openInvitation('?token=secret')
  await screen.findByText('bob@example.com', { exact: false })
  expect(document.querySelector('main')?.textContent).toContain('bob@example.com invites you to join Rowers.')
  expect(screen.getByText('The invitation ends in 2 days.')).toBeDefined()
  expect(steps()).toEqual(['Join Rowers', 'Decline'])
  expect(changes()).toEqual([])
})

test('an inviter whose address is not proved is not named by it', async () => {
  server.rest['GET /organization/get-invitation'] = () => ({ ...received, inviterEmail: '' })
  await openInvitation()
  await screen.findByText('Somebody who has not confirmed their e-mail address invites you', { exact: false })
  expect(steps()).toEqual(['Join Rowers', 'Decline'])
})

test('joining sends the token of the mailed link, which the address does not show, and leads to the now active organization', async () => {
  server.rest['POST /organization/accept-invitation'] = () => {
    server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: 'o1' }) }
    return { invitation, member }
  }
  const { user, arrivedAt } = await openInvitation('?token=secret&lang=en')
  await arrivedAt('/accept-invitation/i1?lang=en')
  await user.click(await screen.findByRole('button', { name: 'Join Rowers' }))
  await arrivedAt('/organizations/rowers')
  expect(getSession()).toMatchObject({ session: { activeOrganizationId: 'o1' } })
  expect(changes()).toEqual([
    { call: 'POST /organization/accept-invitation', body: { invitationId: 'i1', token: 'secret' } },
  ])
})

test('the token survives another page, but is of use to its own invitation only', async () => {
  server.rest['POST /organization/accept-invitation'] = () => refused(404, 'INVITATION_NOT_FOUND')
  await openInvitation('?token=secret')
  for (const id of ['i1', 'i2']) {
    const { user } = await open(remote.routes, `/accept-invitation/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Join Rowers' }))
    await screen.findByRole('alert')
  }
  expect(askedOf('POST /organization/accept-invitation')).toEqual([
    { invitationId: 'i1', token: 'secret' },
    { invitationId: 'i1' },
  ])
})

test('declining leads to the start page, and joins nothing', async () => {
  server.rest['POST /organization/reject-invitation'] = () => ({ invitation, member: null })
  const { user, arrivedAt } = await openInvitation()
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  await arrivedAt('/')
  expect(changes()).toEqual([{ call: 'POST /organization/reject-invitation', body: { invitationId: 'i1' } }])
})

test('a refusal to decline is told, and one stays', async () => {
  server.rest['POST /organization/reject-invitation'] = () => refused(404, 'INVITATION_NOT_FOUND')
  const { user, arrivedAt } = await openInvitation()
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  await screen.findByRole('alert')
  await arrivedAt('/accept-invitation/i1')
})

test.each([
  ['INVITATION_NOT_FOUND', 'This invitation is not open any more. Ask the person who invited you for a new one.'],
  ['ORGANIZATION_MEMBERSHIP_LIMIT_REACHED', 'This organization is full. Ask the person who invited you to make room.'],
  [
    'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION',
    'Verify your e-mail address first, then open the invitation again.',
  ],
])('a refusal to join with %s is told beside the invitation', async (code, text) => {
  server.rest['POST /organization/accept-invitation'] = () => refused(403, code)
  const { user } = await openInvitation()
  await user.click(await screen.findByRole('button', { name: 'Join Rowers' }))
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(steps()).toEqual(['Join Rowers', 'Decline'])
})

test.each(['INVITATION_NOT_FOUND', 'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION'])(
  '%s: it is not open any more, and one goes to the start page',
  async (code) => {
    server.rest['GET /organization/get-invitation'] = () => refused(400, code)
    await openInvitation()
    await screen.findByText('This invitation is not open any more', { exact: false })
    expect(steps()).toEqual(['Go to the start page'])
    expect(screen.getByRole('link').getAttribute('href')).toBe('/')
  },
)

test('what failed for another reason is told, and asked again', async () => {
  server.rest['GET /organization/get-invitation'] = () => refused(503, 'SERVER_BUSY')
  const { user } = await openInvitation()
  await screen.findByRole('alert')
  expect(steps()).toEqual(['Try again'])
  server.rest['GET /organization/get-invitation'] = () => received
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Join Rowers' })
})

test('with the wrong account one changes to another one of this browser, and sees the invitation', async () => {
  server.signedIn = signedInAs(bob)
  server.rest['GET /organization/get-invitation'] = () =>
    server.signedIn?.user === ada ? received : refused(403, 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION')
  server.rest['GET /multi-session/list-device-sessions'] = () => [signedInAs(bob), signedInAs(ada)]
  server.rest['POST /multi-session/set-active'] = () => {
    server.signedIn = signedInAs(ada)
    return signedInAs(ada)
  }
  const { user } = await openInvitation()
  await screen.findByText('bob@example.com', { selector: 'strong' })
  expect(steps()).toEqual(['Continue as ada@example.com', 'Use another account', 'Stay signed in as bob@example.com'])
  await user.click(screen.getByRole('button', { name: 'Continue as ada@example.com' }))
  await screen.findByRole('button', { name: 'Join Rowers' })
  expect(changes()).toEqual([{ call: 'POST /multi-session/set-active', body: { sessionToken: 'token of ada' } }])
})

test('with the wrong account and no other one, one signs out and goes on from there', async () => {
  server.signedIn = signedInAs(bob)
  server.rest['GET /organization/get-invitation'] = () => refused(403, 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION')
  server.rest['GET /multi-session/list-device-sessions'] = () => refused(500, 'INTERNAL_SERVER_ERROR')
  server.rest['POST /sign-out'] = () => refused(500, 'INTERNAL_SERVER_ERROR')
  const { user } = await openInvitation()
  const signOut = await screen.findByRole('button', { name: 'Use another account' })
  server.rest['POST /sign-out'] = () => {
    server.signedIn = null
    return { success: true }
  }
  await user.click(signOut)
  await screen.findByRole('link', { name: 'Sign up' })
})

test('a change of account that is refused is told, and the steps stay', async () => {
  server.signedIn = signedInAs(bob)
  server.rest['GET /organization/get-invitation'] = () => refused(403, 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION')
  server.rest['GET /multi-session/list-device-sessions'] = () => [signedInAs(bob), signedInAs(ada)]
  server.rest['POST /multi-session/set-active'] = () => refused(500, 'INTERNAL_SERVER_ERROR')
  const { user } = await openInvitation()
  await user.click(await screen.findByRole('button', { name: 'Continue as ada@example.com' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Something failed on our side. Try again in a moment.')
  expect(steps()).toHaveLength(3)
})
