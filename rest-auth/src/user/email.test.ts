import { expect, test } from 'vitest'
import { refusal } from '../testing/browser.ts'
import { found } from '../testing/organizations.ts'
import { startTestApp } from '../testing/start-test-app.ts'
import { testPassword as password } from '../testing/test-password.ts'
import { isSameEmail, parseEmail } from './email.ts'

const t = await startTestApp()
const shared = found(t)

// RFC 5321, 4.1.2, without quoted names. Also the form of what browsers accept in `type=email`.
const valid: [string, string][] = [
  ['R&D@example.com', 'r&d@example.com'],
  ['a/b@example.com', 'a/b@example.com'],
  ['user%x@example.com', 'user%x@example.com'],
  ['a=b@example.com', 'a=b@example.com'],
  ["o'brien'@example.com", "o'brien'@example.com"],
  ['{a|b}!#$*+-?^_`~@example.com', '{a|b}!#$*+-?^_`~@example.com'],
  ['ann@1.co', 'ann@1.co'],
  ['ann@MÜLLER.example', 'ann@xn--mller-kva.example'],
  ['ann@пример.рф', 'ann@xn--e1afmkfd.xn--p1ai'],
]
const invalid = [
  '.a@example.com', 'a..b@example.com', 'a.@example.com', 'a@localhost', 'a@b.c', 'ü@example.com', ' a@example.com', 'a@example.com\n',
  '"a b"@example.com', 'a@b@example.com', 'a,b@example.com', 'a(b)@example.com', 'a@1.2.3.4', 'a@127。0。0。1', 'a@-x.com',
  '7@reddit.noreply.invalid', '7@reddit.noreply.ｉnvalid', `a@${'x.'.repeat(130)}com`,
] // prettier-ignore

test.each(valid)(
  'accepts %s at sign-up, sign-in, a change of email and an invitation, as %s',
  async (typed, stored) => {
    const at = (place: string) => [`${place}.${typed}`, `${place}.${stored}`] as const
    const [mailbox, kept] = at('up')
    const signUp = await t.browser().post('/sign-up/email', { name: 'Ann', email: mailbox, password })
    expect(signUp).toMatchObject({ status: 200, body: { user: { email: kept } } })
    const signIn = await t.browser().post('/sign-in/email', { email: mailbox, password })
    expect(signIn).toMatchObject({ status: 200, body: { user: { email: kept } } })
    const { id: organizationId, owner } = await found(t)
    const [invited, keptInvited] = at('in')
    const invitation = await owner.post('/organization/invite-member', {
      email: invited,
      role: 'member',
      organizationId,
    })
    expect(invitation).toMatchObject({ status: 200, body: { email: keptInvited } })
    const [changed, keptChanged] = at('to')
    expect((await (await t.signUp()).post('/change-email', { newEmail: changed })).status).toBe(200)
    expect((await t.emails()).map(({ to }) => to)).toEqual(expect.arrayContaining([keptInvited, keptChanged]))
  },
)

test.each(invalid)('rejects %j everywhere', async (email) => {
  const signUp = await t.browser().post('/sign-up/email', { name: 'Ann', email, password })
  expect(signUp.outcome).toEqual(refusal(400, 'INVALID_EMAIL', 'Invalid email'))
  const { id: organizationId, owner } = await shared
  const invitation = await owner.post('/organization/invite-member', { email, role: 'member', organizationId })
  const change = await owner.post('/change-email', { newEmail: email })
  expect([invitation.status, change.status]).toEqual([400, 400])
  expect(parseEmail(email)).toBeNull()
})

test.each([
  ['Ann@Example.com', 'ann@example.COM', true],
  ['ann@müller.example', 'ann@xn--mller-kva.example', true],
  ['ann@example.com', 'bob@example.com', false],
  ['ann', 'ann', false],
  ['ann@example.com', null, false],
])('compares %s with %s: %s', (one, other, same) => expect(isSameEmail(one, other)).toBe(same))

test('decides in linear time', () => {
  const started = performance.now()
  for (const text of ['a'.repeat(250), 'a.'.repeat(120), `a@${'a-'.repeat(126)}`, `a@${'a.'.repeat(120)}1`])
    parseEmail(text)
  expect(performance.now() - started).toBeLessThan(500)
})
