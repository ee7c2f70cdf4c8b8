import { getSession, onEvent } from 'kit'
import { renderPage, screen, within } from 'kit/testing/page'
import { person, sessionOf } from 'kit/testing/people'
import { requestsOf, refused, server } from 'kit/testing/server'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
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
  createdAt: ada.createdAt,
  inviterId: 'bob',
}
const member = { id: 'm1', organizationId: 'o1', userId: 'ada', role: 'member', teamId: null, createdAt: ada.createdAt }
const received = {
  ...invitation,
  organizationName: 'Rowers',
  organizationSlug: 'rowers',
  inviterName: 'Bob',
  inviterEmail: bob.email,
}

const openPlain = () => renderPage(remote.routes, '/accept-invitation/plain')
const openInvitation = (search = '') => renderPage(remote.routes, `/accept-invitation/i1${search}`)
/** Without the mark of the product. */
const steps = () =>
  [...screen.queryAllByRole('button'), ...screen.queryAllByRole('link')].flatMap((one) => one.textContent || [])
const changes = () => server.asked.filter(({ call }) => !call.startsWith('GET'))

beforeEach(() => {
  server.signedIn = signedInAs(ada)
  server.rest['GET /organization/get-invitation'] = () => received
})

/** The server's response for the emailed token. */
const mailed = {
  email: ada.email,
  role: 'admin,member',
  status: 'pending' as const,
  expiresAt: invitation.expiresAt,
  organizationName: 'Rowers',
  organizationSlug: 'rowers',
  teamName: 'Eight',
  inviterName: 'Bob',
  inviterEmail: bob.email,
}
const mainText = () => document.querySelector('main')?.textContent
const read = 'POST /organization/read-mailed-invitation'

// All tests share one page, which remembers the tokens, so each link needs its own id.
let links = 0
const openLink = () => renderPage(remote.routes, `/accept-invitation/link${(links += 1)}?token=secret`)
const back = () => `?redirectTo=%2Faccept-invitation%2Flink${links}`

describe('the emailed link', () => {
  beforeEach(() => {
    server.rest[read] = () => mailed
  })

  test('shows the invitation, its inviter and expiry to signed-out users, and changes nothing', async () => {
    server.signedIn = null
    await openLink()
    await screen.findByText('Rowers')
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Join Rowers')
    expect(mainText()).toContain('Bob (bob@example.com) invited you to join Rowers.')
    const facts = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
    expect(facts).toEqual(['RoleAdmin and Member', 'TeamEight', 'Expiresin 2 days'])
    expect(mainText()).toContain('This invitation is for ada@example.com.')
    expect(steps()).toEqual(['Sign up', 'Sign in'])
    expect(server.asked).toEqual([{ call: read, body: { invitationId: `link${links}`, token: 'secret' } }])
  })

  test('offers only sign-in while sign-up is closed', async () => {
    server.signedIn = null
    server.rest[read] = () => mailed
    server.facts = []
    await openLink()
    await screen.findByText('Rowers')
    expect(mainText()).toContain('Sign-up is closed right now.')
    expect(steps()).toEqual(['Sign in'])
  })

  test('marks an inviter whose email is not verified', async () => {
    server.signedIn = null
    server.rest[read] = () => ({ ...mailed, inviterEmail: '' })
    await openLink()
    await screen.findByText('unverified email', { exact: false })
    expect(mainText()).toContain('Bob (unverified email) invited you to join Rowers.')
  })

  test('fills in and locks the email at sign-up, unless the user unlocks it', async () => {
    server.signedIn = null
    const { user, arrivedAt } = await openLink()
    await user.click(await screen.findByRole('link', { name: 'Sign up' }))
    await arrivedAt(`/sign-up${back()}`)
    const field = () => screen.findByLabelText<HTMLInputElement>('Email')
    expect((await field()).value).toBe('ada@example.com')
    await user.type(await field(), 'x')
    expect((await field()).value).toBe('ada@example.com')
    expect((await field()).getAttribute('aria-describedby')).not.toBeNull()
    await user.click(screen.getByRole('link', { name: 'Sign in' }))
    const identifier = await screen.findByLabelText<HTMLInputElement>('Email or username')
    expect([identifier.value, identifier.readOnly]).toEqual(['ada@example.com', true])
    await user.click(screen.getByRole('button', { name: 'Use another email' }))
    expect(document.activeElement).toBe(identifier)
    await user.keyboard('x')
    expect(identifier.value).toBe('x')
    expect(screen.queryByRole('button', { name: 'Use another email' })).toBeNull()
  })

  test('fills in nothing if the user does not come from it', async () => {
    server.signedIn = null
    await openLink()
    await screen.findByText('Rowers')
    await renderPage(remote.routes, '/sign-up')
    const field = await screen.findByLabelText<HTMLInputElement>('Email')
    expect([field.value, field.readOnly]).toEqual(['', false])
  })

  test('shows both emails to the wrong account, and offers the other accounts of this browser', async () => {
    server.signedIn = signedInAs(bob)
    server.rest['GET /multi-session/list-device-sessions'] = () => [bob, person('Cy'), ada].map(signedInAs)
    server.rest['POST /multi-session/set-active'] = () => {
      server.signedIn = signedInAs(ada)
      return signedInAs(ada)
    }
    const { user } = await openLink()
    await screen.findByText('ada@example.com', { selector: 'strong' })
    expect(mainText()).toContain(
      'This invitation was sent to ada@example.com, but you’re signed in as bob@example.com.',
    )
    expect(steps()).toEqual(['Continue as ada@example.com', 'Stay signed in as bob@example.com'])
    await user.click(screen.getByRole('button', { name: 'Continue as ada@example.com' }))
    await screen.findByRole('button', { name: 'Join Rowers' })
  })

  test('calls accounts without an email by their name', async () => {
    const email = '7@discord.noreply.invalid'
    server.signedIn = signedInAs({ ...bob, email })
    server.rest['GET /multi-session/list-device-sessions'] = () => [bob, { ...person('Cy'), email }].map(signedInAs)
    server.rest['GET /organization/get-invitation'] = () => refused(403, 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION')
    await openPlain()
    await screen.findByRole('button', { name: 'Continue as Cy' })
    expect(mainText()).toContain('You’re signed in as Bob, but this invitation was sent to another email.')
    expect(mainText()).not.toContain('noreply.invalid')
  })

  test.each([
    ['accepted', 'was already accepted.', 'Go to Rowers', '/organizations/rowers'],
    ['rejected', 'was declined.', 'Home', '/'],
    ['canceled', 'was canceled or replaced by a newer one.', 'Home', '/'],
    ['expired', 'expired on', 'Home', '/'],
    ['lapsed', 'is no longer valid: the person who sent it has left', 'Home', '/'],
  ] as const)('of an invitation that is %s says so to anyone', async (status, sentence, step, target) => {
    server.rest[read] = () => ({ ...mailed, status, inviterName: '', inviterEmail: '' })
    for (const signedIn of [null, signedInAs(ada)]) {
      server.signedIn = signedIn
      await openLink()
      expect((await screen.findByText('The invitation to', { exact: false })).textContent).toContain(sentence)
      expect(steps()).toEqual([step])
      expect(screen.getByRole('link', { name: step }).getAttribute('href')).toBe(target)
    }
    expect(changes().every(({ call }) => call === read)).toBe(true)
  })

  test('of one accepted by someone else offers no way to the organization', async () => {
    server.rest[read] = () => ({ ...mailed, status: 'accepted' })
    server.signedIn = signedInAs(bob)
    await openLink()
    await screen.findByText('was already accepted', { exact: false })
    expect(steps()).toEqual(['Home'])
  })

  test('reports a full organization, and retries', async () => {
    server.rest[read] = () => ({ ...mailed, status: 'full' })
    const { user } = await openLink()
    await screen.findByText('is full', { exact: false })
    expect(steps()).toEqual(['Try again'])
    server.rest[read] = () => mailed
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    await screen.findByRole('button', { name: 'Join Rowers' })
  })

  test('reports an invalid token, but still lets the invited user in', async () => {
    server.rest[read] = () => refused(400, 'INVITATION_NOT_FOUND')
    server.signedIn = null
    await openLink()
    await screen.findByText('This link doesn’t work', { exact: false })
    expect(steps()).toEqual(['Sign in'])
    server.signedIn = signedInAs(ada)
    await openLink()
    await screen.findByRole('button', { name: 'Join Rowers' })
  })
})

test('asks signed-out users without the token to sign up or in, and sends no request', async () => {
  server.signedIn = null
  await renderPage(remote.routes, '/accept-invitation/plain')
  const signUp = await screen.findByRole('link', { name: 'Sign up' })
  expect(signUp.getAttribute('href')).toBe('/sign-up?redirectTo=%2Faccept-invitation%2Fplain')
  const signIn = screen.getByRole('link', { name: 'Sign in' })
  expect(signIn.getAttribute('href')).toBe('/sign-in?redirectTo=%2Faccept-invitation%2Fplain')
  expect(server.asked).toEqual([])
})

test('shows the invitation on opening, and changes nothing', async () => {
  await openPlain()
  await screen.findByText('bob@example.com', { exact: false })
  expect(mainText()).toContain('Bob (bob@example.com) invited you to join Rowers.')
  const facts = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(facts).toEqual(['RoleMember', 'Expiresin 2 days'])
  expect(steps()).toEqual(['Join Rowers', 'Decline'])
  expect(changes()).toEqual([])
})

test('sends the token from the link on joining, hides it from the URL, and leads to the active organization', async () => {
  server.rest[read] = () => mailed
  server.rest['POST /organization/accept-invitation'] = () => {
    server.signedIn = { user: ada, session: sessionOf(ada, { activeOrganizationId: 'o1' }) }
    return { invitation, member }
  }
  const heard = vi.fn()
  onTestFinished(onEvent('member-joined', heard))
  const { user, arrivedAt } = await openInvitation('?token=secret&lang=en')
  await arrivedAt('/accept-invitation/i1?lang=en')
  await user.click(await screen.findByRole('button', { name: 'Join Rowers' }))
  await arrivedAt('/organizations/rowers')
  expect(getSession()).toMatchObject({ session: { activeOrganizationId: 'o1' } })
  expect(heard.mock.calls).toEqual([[{ organizationId: 'o1', userId: 'ada' }]])
  expect(requestsOf('POST /organization/accept-invitation')).toEqual([{ invitationId: 'i1', token: 'secret' }])
})
test('keeps the token on other pages, for its own invitation only', async () => {
  server.rest[read] = () => mailed
  server.rest['POST /organization/accept-invitation'] = () => refused(404, 'INVITATION_NOT_FOUND')
  await openInvitation('?token=secret')
  for (const id of ['i1', 'i2']) {
    const { user } = await renderPage(remote.routes, `/accept-invitation/${id}`)
    await user.click(await screen.findByRole('button', { name: 'Join Rowers' }))
    await screen.findByRole('alert')
  }
  expect(requestsOf('POST /organization/accept-invitation')).toEqual([
    { invitationId: 'i1', token: 'secret' },
    { invitationId: 'i2' },
  ])
})

test('confirms a rejection, reports it, and does not join', async () => {
  server.rest['POST /organization/reject-invitation'] = () => ({ invitation, member: null })
  const { user } = await openPlain()
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  const dialog = screen.getByRole('dialog', { name: 'Decline invitation?' })
  await user.click(within(dialog).getByRole('button', { name: 'Cancel' }))
  expect(changes()).toEqual([])
  await user.click(screen.getByRole('button', { name: 'Decline' }))
  await user.click(within(dialog).getByRole('button', { name: 'Decline' }))
  await screen.findByText('was declined', { exact: false })
  expect(steps()).toEqual(['Home'])
  expect(changes()).toEqual([{ call: 'POST /organization/reject-invitation', body: { invitationId: 'plain' } }])
})

test('shows a refused rejection, and stays', async () => {
  server.rest['POST /organization/reject-invitation'] = () => refused(404, 'INVITATION_NOT_FOUND')
  const { user, arrivedAt } = await openPlain()
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Decline' }))
  await screen.findByRole('alert')
  await arrivedAt('/accept-invitation/plain')
})

test.each([
  ['INVITATION_NOT_FOUND', 'This invitation is no longer valid. Ask the person who invited you for a new one.'],
  ['ORGANIZATION_MEMBERSHIP_LIMIT_REACHED', 'This organization is full. Ask the person who invited you to make room.'],
])('shows a refusal to join with %s beside the invitation', async (code, text) => {
  server.rest['POST /organization/accept-invitation'] = () => refused(403, code)
  const { user } = await openPlain()
  await user.click(await screen.findByRole('button', { name: 'Join Rowers' }))
  expect((await screen.findByRole('alert')).textContent).toBe(text)
  expect(steps()).toEqual(['Join Rowers', 'Decline'])
})

test.each(['POST /organization/accept-invitation', 'POST /organization/reject-invitation'] as const)(
  'sends a verification email from the same screen if the email must be verified before %s',
  async (call) => {
    server.rest[call] = () => refused(403, 'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION')
    server.rest['POST /send-verification-email'] = () => ({ status: true })
    const { user } = await openPlain()
    if (call.includes('accept')) await user.click(await screen.findByRole('button', { name: 'Join Rowers' }))
    else {
      await user.click(await screen.findByRole('button', { name: 'Decline' }))
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Decline' }))
    }
    await user.click(await screen.findByRole('button', { name: 'Send email' }))
    await screen.findByText('You can send it again in', { exact: false })
    const callbackURL = `${location.origin}/email-verified?redirectTo=%2Faccept-invitation%2Fplain`
    expect(requestsOf('POST /send-verification-email')).toEqual([{ email: ada.email, callbackURL, prove: true }])
    sessionStorage.clear()
  },
)

test('offers nothing for an invitation cancelled meanwhile, with and without its link', async () => {
  server.rest['POST /organization/accept-invitation'] = () => refused(400, 'INVITATION_NOT_FOUND')
  server.rest['POST /organization/reject-invitation'] = () => refused(400, 'INVITATION_NOT_FOUND')
  server.rest[read] = () => mailed
  const byLink = await openLink()
  const join = await screen.findByRole('button', { name: 'Join Rowers' })
  server.rest[read] = () => ({ ...mailed, status: 'canceled' })
  await byLink.user.click(join)
  await screen.findByText('was canceled or replaced', { exact: false })
  expect(steps()).toEqual(['Home'])

  const { user } = await openPlain()
  await user.click(await screen.findByRole('button', { name: 'Decline' }))
  server.rest['GET /organization/get-invitation'] = () => refused(400, 'INVITATION_NOT_FOUND')
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Decline' }))
  await screen.findByText('it was answered, canceled or has expired', { exact: false })
  expect(steps()).toEqual(['Home'])
})

test.each(['INVITATION_NOT_FOUND', 'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION'])(
  '%s: reports that it is no longer open, and leads to the start page',
  async (code) => {
    server.rest['GET /organization/get-invitation'] = () => refused(400, code)
    await openPlain()
    await screen.findByText('This invitation is no longer valid', { exact: false })
    expect(steps()).toEqual(['Home'])
    expect(screen.getByRole('link').getAttribute('href')).toBe('/')
  },
)

test('offers a retry after any other failure', async () => {
  server.rest['GET /organization/get-invitation'] = () => refused(503, 'SERVER_BUSY')
  const { user } = await openPlain()
  await screen.findByRole('alert')
  expect(steps()).toEqual(['Try again'])
  server.rest['GET /organization/get-invitation'] = () => received
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('button', { name: 'Join Rowers' })
})

test('offers to add an account if only the wrong one is signed in', async () => {
  server.signedIn = signedInAs(bob)
  server.rest['GET /organization/get-invitation'] = () => refused(403, 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION')
  server.rest['GET /multi-session/list-device-sessions'] = () => refused(500, 'INTERNAL_SERVER_ERROR')
  await openPlain()
  const other = await screen.findByRole('link', { name: 'Use another account' })
  expect(other.getAttribute('href')).toBe('/add-account?redirectTo=%2Faccept-invitation%2Fplain')
})

test('shows a refused account switch, and keeps the steps', async () => {
  server.signedIn = signedInAs(bob)
  server.rest['GET /organization/get-invitation'] = () => refused(403, 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION')
  server.rest['GET /multi-session/list-device-sessions'] = () => [signedInAs(bob), signedInAs(ada)]
  server.rest['POST /multi-session/set-active'] = () => refused(500, 'INTERNAL_SERVER_ERROR')
  const { user } = await openPlain()
  await user.click(await screen.findByRole('button', { name: 'Continue as ada@example.com' }))
  expect((await screen.findByRole('alert')).textContent).toBe(
    'Something went wrong on our side. Try again in a moment.',
  )
  expect(steps()).toHaveLength(3)
})
