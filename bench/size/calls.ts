// Every call of rest-auth and every document of the screens, with the user who makes it.
import { createHash } from 'node:crypto'
import {
  claimEmails,
  type Context,
  deriveSecrets,
  disownPrefix,
  findUserById,
  hashToken,
  hmac,
  insertVerification,
  keepLink,
  resetPasswordPrefix,
  signEmailToken,
} from 'rest-auth/testing/measuring'
import { people, type Person } from './seed.ts'

/** A row of the table. */
export interface Call {
  /** Distinguishes calls of the same route or document. */
  readonly note?: string
  readonly as?: Person
  /** Path parameters and query parameters. */
  readonly query?: Readonly<Record<string, string>>
  readonly body?: object
  readonly variables?: object
  /** Additional signed cookies. */
  readonly cookies?: Readonly<Record<string, string>>
  /** Setup that is not measured. */
  readonly prepare?: (ctx: Context) => Promise<unknown>
  /** The expected status, if a refusal is measured. */
  readonly refused?: number
  /** Why the cost grows with the data. Such a call is measured once. */
  readonly grows?: string
  /** The maximum number of rows, if a limit allows more than twice the small database's. */
  readonly maxRows?: number
}

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
const idOf = (kind: string, n: number) => md5(`${kind}${n}`)
const userId = (person: Person) => idOf('user', people[person])
export const tokenOf = (person: Person) => idOf('session token', people[person])
const emailOf = (person: Person) => `u${people[person]}@size.example`
const memberOf = (person: Person) => md5(`memberany${people[person]}:${people[person]}`)
export const password = 'correct horse battery'
const large = idOf('organization', 1)
const ordinary = idOf('organization', 2)
const team = idOf('team', 3)
const open = idOf('invitation', 5)
const received = idOf('received', 100)
const token = 'a token that was mailed to somebody'
const soon = () => new Date(Date.now() + 600_000)

const keep = (identifier: string, person: Person) => (ctx: Context) =>
  insertVerification(ctx, { identifier, value: userId(person), expiresAt: soon() })
const seedRole = ({ db }: Context) => db.write`
  insert into "organizationRole" ("id", "organizationId", "role", "permission")
  values ('seeded', ${large}, 'seeded', '{"team":["create"]}')`
const seedWebhook = async ({ db }: Context) => {
  await db.write`
    insert into "webhook" ("id", "organizationId", "url", "secret", "createdAt", "leasedUntil", "readPosition")
    values ('seeded', ${large}, 'https://hooks.example/old', 'x', now(), now(), 0)`
  await db.write`
    insert into "webhookDelivery" ("webhookId", "id", "event", "payload", "createdAt")
    values ('seeded', 'seeded', 'team.created', '{}', now())`
}
const seedKey = ({ db }: Context) => db.write`
  insert into "apiKey" ("id", "organizationId", "name", "start", "hash", "createdAt", "updatedAt")
  values ('seeded', ${large}, 'CI', 'acct_1234', 'x', now(), now())`
const joinTeam = ({ db }: Context) => db.write`
  insert into "teamMember" ("teamId", "organizationId", "userId", "memberId", "joinedAt", "userName", "userEmail", "createdAt")
  select ${team}, "organizationId", "userId", "id", "createdAt", "userName", "userEmail", "createdAt"
  from "member" where "id" = ${memberOf('member')} on conflict do nothing`
const announceReset = ({ db }: Context) => db.write`
  insert into "announcedFactorReset" ("userId", "askedAt", "effectiveAt")
  values (${userId('ordinary')}, now(), ${soon()})`
const emailedToken = (ctx: Context) =>
  hmac(deriveSecrets(ctx.config.secrets, 'invitation')[0], `${received}:${emailOf('receiver')}`, 'base64url')
/** A cursor that a hundred members, fifty teams or a hundred invitations follow. */
const place = (...keys: string[]) => Buffer.from(JSON.stringify(keys)).toString('base64url')
const secondsAgo = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
/** Members' names are numbers: a search for digits finds three thousand of 100,000. */
const ofPairs = 5000
/** Without pagination: a thousand members with their users, and as many invitations and teams. */
const inFull = 8000
const provider = 'asks a provider; what it reads of accounts is what list-accounts and sign-in read'
const ends = 'ends all of them'
/** Totals stop at ten thousand. */
const counted = 25_000

/** By method and path. A string is the reason why a call is not measured. */
export const restCalls: Readonly<Record<string, readonly Call[] | string>> = {
  'GET /ok': [{}],
  'GET /error': [{}],
  'GET /credential-rules': [{}],
  'GET /team-rules': [{}],
  'GET /social-providers': [{}],
  'POST /sign-up/email': [
    { body: { name: 'New', email: 'new@size.example', password, username: 'newcomer' } },
  ],
  'POST /sign-in/email': [
    { body: { email: emailOf('ordinary'), password } },
    { note: 'has many sessions', body: { email: emailOf('holder'), password } },
    { note: 'wrong password', body: { email: emailOf('ordinary'), password: 'gravel kite 47' }, refused: 401 },
    { note: 'nobody', body: { email: 'nobody@size.example', password }, refused: 401 },
  ],
  'POST /sign-in/username': [{ body: { username: `person${people.ordinary}`, password } }],
  'POST /is-username-available': [{ body: { username: 'nobody_has_this' } }, { note: 'taken', body: { username: 'attempt77' } }],
  'POST /forget-password': [{ body: { email: emailOf('ordinary') } }],
  'POST /request-password-reset': [{ body: { email: emailOf('ordinary') } }],
  'GET /reset-password/{token}': [
    { query: { token, callbackURL: '/reset' }, prepare: keep(resetPasswordPrefix + hashToken(token), 'ordinary') },
  ],
  'POST /read-reset-token': [
    { body: { token }, prepare: keep(resetPasswordPrefix + hashToken(token), 'ordinary') },
  ],
  'POST /verify-password': [{ as: 'ordinary', body: { password } }],
  'POST /reset-password': [
    { body: { token, newPassword: 'gravel kite 47' }, prepare: keep(resetPasswordPrefix + hashToken(token), 'ordinary') },
  ],
  'POST /change-password': [
    { as: 'ordinary', body: { currentPassword: password, newPassword: 'gravel kite 47', revokeOtherSessions: true } },
  ],
  'POST /send-verification-email': [{ as: 'newcomer', body: { email: emailOf('newcomer') } }],
  'GET /verify-email': [
    {
      query: {},
      async prepare(ctx) {
        const user = await findUserById(ctx, userId('newcomer'))
        if (!user) throw new Error('No user to verify')
        const signed = await signEmailToken(ctx, user)
        await keepLink(ctx, 'verify-email:', signed, user.id)
        return { token: signed }
      },
    },
  ],
  'POST /verify-email': 'what GET /verify-email does',
  'GET /address-to-prove': [{}],
  'POST /disown-account': [
    { body: { token }, prepare: (ctx) => keepLink(ctx, disownPrefix, token, userId('newcomer')) },
  ],
  'POST /update-user': [
    { as: 'ordinary', body: { name: 'Another name' } },
    { note: 'is in many organizations', as: 'joiner', body: { name: 'Another name' } },
  ],
  'POST /change-email': [{ as: 'ordinary', body: { newEmail: 'another@size.example' } }],
  'GET /pending-email-change': [{ as: 'ordinary' }],
  'POST /cancel-email-change': [{ as: 'ordinary', body: {} }],
  'GET /announced-email-change': [{ as: 'ordinary' }],
  'POST /stop-announced-email-change': [{ as: 'ordinary', body: {} }],
  'POST /delete-user': [
    { as: 'leaver', body: { password } },
    { note: 'is in many organizations', as: 'joiner', body: { password }, grows: 'locks all of them, so that none loses its last owner' },
  ],
  'GET /delete-user/callback': [
    { as: 'leaver', query: { token }, prepare: keep(`delete-account-${hashToken(token)}`, 'leaver') },
  ],
  'GET /delete-user/obstacles': [{ as: 'ordinary' }, { note: 'is in many organizations', as: 'joiner' }],
  'GET /list-accounts': [{ as: 'ordinary' }],
  'POST /unlink-account': [
    {
      as: 'ordinary',
      body: { providerId: 'github' },
      prepare: ({ db }) => db.write`
        insert into "account" ("id", "providerId", "accountId", "userId", "createdAt", "updatedAt")
        values ('other', 'github', 'other', ${userId('ordinary')}, now(), now())`,
    },
  ],
  'GET /jwks': [{}],
  'GET /token': 'for programs, which have no cookie; it reads what get-session and get-active-member read',
  'POST /token-exchange': 'for programs, which have no origin; it reads what get-session reads',
  'GET /is-operator': [{ as: 'ordinary' }, { note: 'nobody' }],
  'GET /get-session': [{ as: 'ordinary' }, { note: 'nobody' }],
  'POST /sign-out': [{ as: 'ordinary', body: {} }],
  'GET /list-sessions': [{ as: 'ordinary' }, { note: 'has many', as: 'holder' }, { note: 'has many, by cursor', as: 'holder', query: { limit: '20' } }],
  'GET /activity': [
    { as: 'ordinary' },
    { note: 'has much', as: 'holder' },
    { note: 'has much, sign-ins', as: 'holder', query: { kind: 'sign-in' } },
    { note: 'has much, changes', as: 'holder', query: { kind: 'change' } },
    { note: 'has much, by cursor', as: 'holder', query: { cursor: place(secondsAgo(100), '') } },
  ],
  'POST /update-session': [{ as: 'ordinary', body: {}, refused: 400 }],
  'POST /revoke-session': [{ as: 'holder', body: { token: idOf('own session token', 5) } }],
  'POST /revoke-sessions': [{ as: 'ordinary', body: {} }, { note: 'has many', as: 'holder', body: {}, grows: ends }],
  'POST /revoke-other-sessions': [{ as: 'ordinary', body: {} }, { note: 'has many', as: 'holder', body: {}, grows: ends }],
  'GET /multi-session/list-device-sessions': [{ as: 'ordinary', cookies: deviceCookie('ordinary') }],
  'POST /multi-session/set-active': [
    { as: 'ordinary', body: { sessionToken: tokenOf('admin') }, cookies: deviceCookie('admin') },
  ],
  'POST /multi-session/revoke': [
    { as: 'ordinary', body: { sessionToken: tokenOf('admin') }, cookies: deviceCookie('admin') },
  ],
  'GET /one-time-token/generate': [{ as: 'ordinary' }],
  'POST /one-time-token/verify': [
    {
      body: { token },
      prepare: (ctx) =>
        insertVerification(ctx, {
          identifier: `one-time-token:${hashToken(token)}`,
          value: JSON.stringify({ session: tokenOf('ordinary'), remembered: true }),
          expiresAt: soon(),
        }),
    },
  ],
  'POST /sign-in/social': [{ body: { provider: 'github', callbackURL: '/' } }],
  'POST /link-social': [{ as: 'ordinary', body: { provider: 'github', callbackURL: '/' } }],
  'GET /callback/{id}': provider,
  'POST /callback/{id}': provider,
  'POST /refresh-token': provider,
  'POST /get-access-token': provider,
  'POST /account-info': provider,
  'GET /account-info': provider,
  'GET /pictures/{hash}': 'one row by its key; nothing is listed',
  'GET /passkey/generate-register-options': [{ as: 'ordinary' }],
  'POST /passkey/verify-registration': 'needs the signature of an authenticator; one row by its key',
  'GET /passkey/generate-authenticate-options': [{ as: 'ordinary' }, { note: 'nobody' }],
  'POST /passkey/verify-authentication': 'needs the signature of an authenticator; one row by its key',
  'GET /passkey/list-user-passkeys': [{ as: 'ordinary' }],
  'POST /passkey/update-passkey': 'one row by its id',
  'POST /passkey/delete-passkey': 'one row by its id',
  'POST /two-factor/enable': [{ as: 'ordinary', body: { password } }],
  'POST /two-factor/verify-totp': 'one row by its user; the session is that of a sign-in',
  'POST /two-factor/verify-backup-code': 'one row by its user; the session is that of a sign-in',
  'POST /two-factor/disable': [{ as: 'ordinary', body: { password } }],
  'POST /two-factor/get-totp-uri': 'one row by its user',
  'POST /two-factor/generate-backup-codes': 'one row by its user',
  'GET /two-factor/status': [{ as: 'ordinary' }],
  'POST /two-factor/revoke-trusted-device': 'one row by its id',
  'POST /two-factor/revoke-trusted-devices': [{ as: 'ordinary' }],
  'GET /announced-factor-reset': [{ as: 'ordinary', prepare: announceReset }],
  'POST /stop-factor-reset': [{ as: 'ordinary', body: {}, prepare: announceReset }],
  'GET /admin/list-users': [
    { as: 'administrator', query: { limit: '20' }, maxRows: counted },
    { note: 'by name, from an offset', as: 'administrator', query: { sortBy: 'name', limit: '20', offset: '100' }, maxRows: counted },
    { note: 'late, by address', as: 'administrator', query: { sortBy: 'email', limit: '20', cursor: place('u2', '') }, maxRows: counted },
    { note: 'late, by username', as: 'administrator', query: { sortBy: 'username', limit: '20', cursor: place('person2', '') }, maxRows: counted },
    { note: 'one address', as: 'administrator', query: { filterField: 'email', filterValue: emailOf('ordinary') } },
    { note: 'administrators', as: 'administrator', query: { filterField: 'role', filterValue: 'admin' } },
    { note: 'banned', as: 'administrator', query: { filterField: 'banned', filterValue: 'true' } },
    { note: 'banned, by name', as: 'administrator', query: { filterField: 'banned', filterValue: 'true', sortBy: 'name' } },
    { note: 'unverified, by username', as: 'administrator', query: { filterField: 'emailVerified', filterValue: 'false', sortBy: 'username' }, maxRows: counted },
    { note: 'from an address on, by name', as: 'administrator', query: { searchValue: 'u7', searchOperator: 'starts_with', sortBy: 'name', limit: '20' }, maxRows: counted },
    { note: 'from an address on', as: 'administrator', query: { searchValue: 'u7', searchOperator: 'starts_with', sortBy: 'email', limit: '20' }, maxRows: counted },
    { note: 'a part of an address', as: 'administrator', query: { searchValue: '7@size' }, grows: 'the index names all who have the text, of whom a thousand are read' },
    { note: 'a part of a rare name', as: 'administrator', query: { searchValue: '0000042', searchField: 'name' }, maxRows: ofPairs },
    { note: 'one address by its beginning', as: 'administrator', query: { searchValue: 'u42@', searchOperator: 'starts_with' } },
  ],
  'GET /admin/get-user': [{ as: 'administrator', query: { id: userId('ordinary') } }],
  'GET /admin/user': [{ as: 'administrator', query: { id: userId('ordinary') } }],
  'GET /admin/user-activity': [{ as: 'administrator', query: { userId: userId('ordinary') } }],
  'GET /admin/list-organizations': [
    { as: 'administrator', query: { searchValue: 'or' }, maxRows: counted },
    { note: 'by slug', as: 'administrator', query: { searchField: 'slug', searchValue: 'large' } },
  ],
  'GET /admin/organization': [
    { as: 'administrator', query: { id: large } },
    { note: 'late members', as: 'administrator', query: { id: large, cursor: place(secondsAgo(100), '') } },
  ],
  'GET /admin/list-emails': [{ as: 'administrator', maxRows: counted }, { note: 'dead', as: 'administrator', query: { state: 'dead' }, maxRows: counted }],
  'POST /admin/delete-organization': 'what /organization/delete does',
  'POST /admin/resend-email': 'one row by its number',
  'POST /admin/drop-email': 'one row by its number',
  'GET /admin/audit-log': [{ as: 'administrator', query: { organizationId: large } }],
  'POST /admin/create-user': [{ as: 'administrator', body: { email: 'new@size.example', name: 'New', password } }],
  'POST /admin/update-user': [{ as: 'administrator', body: { userId: userId('ordinary'), data: { name: 'Another name' } } }],
  'POST /admin/remove-user': [{ as: 'administrator', body: { userId: userId('leaver') } }],
  'POST /admin/set-user-password': [
    { as: 'administrator', body: { userId: userId('ordinary'), newPassword: 'gravel kite 47' } },
  ],
  'POST /admin/change-user-email': [
    { as: 'administrator', body: { userId: userId('ordinary'), newEmail: 'found@size.example' } },
  ],
  'POST /admin/cancel-user-email-change': [{ as: 'administrator', body: { userId: userId('ordinary') } }],
  'POST /admin/reset-factors': [{ as: 'administrator', body: { userId: userId('ordinary') } }],
  'POST /admin/cancel-factor-reset': [
    { as: 'administrator', body: { userId: userId('ordinary') }, prepare: announceReset },
  ],
  'POST /admin/set-role': [{ as: 'administrator', body: { userId: userId('ordinary'), role: 'admin' } }],
  'POST /admin/ban-user': [{ as: 'administrator', body: { userId: userId('ordinary') } }],
  'POST /admin/unban-user': [{ as: 'administrator', body: { userId: userId('ordinary') } }],
  'POST /admin/has-permission': [{ as: 'administrator', body: { permissions: { user: ['ban'] } } }],
  'POST /admin/list-user-sessions': [{ as: 'administrator', body: { userId: userId('holder') } }],
  'POST /admin/revoke-user-session': [{ as: 'administrator', body: { sessionToken: tokenOf('ordinary') } }],
  'POST /admin/revoke-user-sessions': [{ as: 'administrator', body: { userId: userId('ordinary') } }],
  'POST /export-data': 'everything about a person',
  'POST /admin/export-user': 'what /export-data reads',
  'POST /admin/impersonate-user': [{ as: 'administrator', body: { userId: userId('ordinary') } }],
  'POST /admin/stop-impersonating': 'ends one session and reads another by their tokens',
  'POST /organization/create': [
    { as: 'ordinary', body: { name: 'New', slug: 'brand-new' } },
    { note: 'is in too many', as: 'joiner', body: { name: 'New', slug: 'brand-new' }, refused: 403 },
  ],
  'POST /organization/check-slug': [{ as: 'ordinary', body: { slug: 'brand-new' } }],
  'POST /organization/suggest-slugs': [{ as: 'ordinary', body: { slug: 'large' } }],
  'POST /organization/update': [
    { as: 'owner', body: { organizationId: large, data: { name: 'Another' } } },
    { note: 'slug', as: 'owner', body: { organizationId: large, data: { slug: 'another' } } },
  ],
  'POST /organization/require-second-factor': [
    { as: 'owner', body: { organizationId: large, required: true, graceDays: 14 } },
  ],
  'POST /organization/delete': [
    { as: 'ordinary', body: { organizationId: ordinary } },
    { note: 'the large one', as: 'owner', body: { organizationId: large }, grows: 'deletes all that is in it' },
  ],
  'GET /organization/list': [{ as: 'ordinary' }, { note: 'is in many', as: 'joiner' }],
  'GET /organization/get-full-organization': [
    { as: 'owner', query: { organizationId: large }, maxRows: inFull },
    { note: 'a plain member', as: 'member', query: { organizationSlug: 'large' }, maxRows: inFull },
  ],
  'GET /organization/get-organization': [{ as: 'member', query: { organizationSlug: 'large' } }],
  'POST /organization/set-active': [
    { as: 'owner', body: { organizationId: large }, maxRows: inFull },
    { note: 'is in many', as: 'joiner', body: { organizationId: idOf('organization', 50) } },
  ],
  'POST /organization/has-permission': [{ as: 'member', body: { permissions: { team: ['create'] } } }],
  'GET /organization/get-active-member': [{ as: 'member' }],
  'GET /organization/get-active-member-role': [{ as: 'member', query: { organizationId: large } }],
  'GET /organization/list-members': [
    { as: 'member', query: { organizationId: large } },
    { note: 'by name, from an offset', as: 'member', query: { sortBy: 'name', offset: '100', limit: '20' } },
    { note: 'by role', as: 'member', query: { sortBy: 'role', limit: '20' } },
    { note: 'late', as: 'member', query: { limit: '20', cursor: place(secondsAgo(100), '') } },
    { note: 'late, by name', as: 'member', query: { sortBy: 'name', limit: '20', cursor: place('person 0000200', '') } },
    { note: 'late, by role', as: 'member', query: { sortBy: 'role', limit: '20', cursor: place('member', secondsAgo(100), '') } },
    { note: 'one name', as: 'member', query: { filterField: 'name', filterOperator: 'contains', filterValue: '0000042' }, maxRows: ofPairs },
    { note: 'one address', as: 'member', query: { filterField: 'email', filterValue: 'u42@size.example' } },
    { note: 'of a role', as: 'member', query: { filterField: 'role', filterValue: 'owner' } },
    { note: 'of a team', as: 'member', query: { filterField: 'teamId', filterValue: team, limit: '3' } },
    { note: 'not of a role', as: 'member', query: { filterField: 'role', filterOperator: 'ne', filterValue: 'member' }, maxRows: 25_000 },
    { note: 'from a name on', as: 'member', query: { filterField: 'name', filterOperator: 'starts_with', filterValue: 'person' }, maxRows: 25_000 },
    { note: 'joined since', as: 'member', query: { filterField: 'createdAt', filterOperator: 'gt', filterValue: secondsAgo(100), sortBy: 'name' }, maxRows: 25_000 },
  ],
  'POST /organization/replace-member-role': [
    { as: 'owner', body: { organizationId: large, memberId: memberOf('member'), role: ['admin'], expectedRole: ['member'] } },
  ],
  'POST /organization/update-member-role': [
    { as: 'owner', body: { organizationId: large, memberId: memberOf('member'), role: 'admin' } },
    { note: 'of who invited all', as: 'otherOwner', body: { organizationId: large, memberId: memberOf('owner'), role: 'admin' } },
  ],
  'POST /organization/update-member-team': [
    { as: 'owner', body: { organizationId: large, memberId: memberOf('member'), teamId: team } },
  ],
  'POST /organization/remove-member': [
    { as: 'admin', body: { organizationId: large, memberIdOrEmail: memberOf('member') } },
    { note: 'by address', as: 'admin', body: { organizationId: large, memberIdOrEmail: emailOf('member') } },
    { note: 'an owner', as: 'otherOwner', body: { organizationId: large, memberIdOrEmail: emailOf('owner') } },
  ],
  'POST /organization/leave': [
    { as: 'leaver', body: { organizationId: large } },
    { note: 'is in many', as: 'joiner', body: { organizationId: idOf('organization', 50) } },
    { note: 'an owner', as: 'owner', body: { organizationId: large } },
  ],
  'POST /organization/invite-member': [
    { as: 'owner', body: { organizationId: large, email: 'new@size.example', role: 'member' } },
    { note: 'again', as: 'owner', body: { organizationId: large, email: 'i5@size.example', role: 'member', resend: true } },
    { note: 'has many invitations', as: 'owner', body: { organizationId: large, email: emailOf('receiver'), role: 'member' }, prepare: ({ db }) => db.write`
        delete from "member" where "organizationId" = ${large} and "userId" = ${userId('receiver')}` },
  ],
  'GET /organization/get-invitation': [{ as: 'receiver', query: { id: received } }],
  'POST /organization/read-mailed-invitation': [
    { body: { invitationId: received }, prepare: async (ctx) => ({ token: emailedToken(ctx) }) },
  ],
  'POST /organization/accept-invitation': [{ as: 'receiver', body: { invitationId: received } }],
  'POST /organization/reject-invitation': [{ as: 'receiver', body: { invitationId: received } }],
  'POST /organization/cancel-invitation': [{ as: 'owner', body: { invitationId: open } }],
  'GET /organization/list-invitations': [
    { as: 'owner', query: { organizationId: large } },
    { note: 'a plain member', as: 'member', query: { organizationId: large, limit: '20' } },
    { note: 'late', as: 'owner', query: { organizationId: large, limit: '20', cursor: place('false', secondsAgo(200), '') } },
  ],
  'GET /organization/list-user-invitations': [
    { as: 'ordinary' },
    { note: 'has many', as: 'receiver' },
    { note: 'has many, by cursor', as: 'receiver', query: { limit: '20' } },
  ],
  'POST /organization/create-team': [{ as: 'owner', body: { organizationId: large, name: 'New' } }],
  'POST /organization/update-team': [{ as: 'owner', body: { teamId: team, data: { name: 'Another', organizationId: large } } }],
  'POST /organization/remove-team': [
    { as: 'owner', body: { organizationId: large, teamId: team }, grows: 'its members, a hundred instead of three, are in none afterwards' },
  ],
  'POST /organization/add-team-member': [
    { as: 'owner', body: { organizationId: large, teamId: team, userId: userId('member') } },
  ],
  'POST /organization/remove-team-member': [
    { as: 'owner', prepare: joinTeam, body: { organizationId: large, teamId: team, userId: userId('member') } },
  ],
  'GET /organization/list-team-members': [{ as: 'owner', query: { teamId: team, limit: '3' } }],
  'GET /organization/list-user-teams': [{ as: 'member', query: { organizationId: large } }],
  'POST /organization/set-active-team': [{ as: 'member', body: { teamId: null } }],
  'GET /organization/list-teams': [
    { as: 'member', query: { organizationId: large }, maxRows: 2500 },
    { note: 'late', as: 'member', query: { organizationId: large, limit: '20', cursor: place(secondsAgo(50), '') } },
  ],
  'POST /organization/create-role': [
    { as: 'owner', body: { organizationId: large, role: 'new', permission: { team: ['create'] } }, grows: 'looks for members who have the name' },
  ],
  'POST /organization/update-role': [
    { as: 'owner', body: { organizationId: large, roleName: 'seeded', data: { permission: {} } }, prepare: seedRole },
  ],
  'POST /organization/delete-role': [
    { as: 'owner', body: { organizationId: large, roleName: 'seeded' }, prepare: seedRole, grows: 'looks for members who have it' },
  ],
  'GET /organization/list-roles': [{ as: 'member', query: { organizationId: large } }],
  'GET /organization/list-permissions': [{ as: 'member', query: { organizationId: large } }],
  'GET /organization/get-role': [{ as: 'member', query: { organizationId: large, roleName: 'seeded' }, prepare: seedRole }],
  'GET /actor': 'one row by the hash of a key, or by a session',
  'POST /api-key/create': 'at most a hundred rows of a person or an organization',
  'POST /api-key/update': 'one row by its id',
  'POST /api-key/delete': 'one row by its id',
  'GET /api-key/get': 'one row by its id',
  'GET /api-key/list': [{ as: 'owner', query: { organizationId: large } }],
  'POST /organization/create-webhook': 'at most twenty rows of an organization, or of the installation',
  'POST /admin/create-webhook': 'at most twenty rows of an organization, or of the installation',
  'POST /organization/update-webhook': 'one row by its id',
  'POST /organization/rotate-webhook-secret': 'one row by its id',
  'POST /organization/delete-webhook': 'one row by its id',
  'POST /organization/test-webhook': 'one row by its id',
  'POST /organization/redeliver-webhook': 'one row by its id',
  'POST /admin/update-webhook': 'one row by its id',
  'POST /admin/rotate-webhook-secret': 'one row by its id',
  'POST /admin/delete-webhook': 'one row by its id',
  'POST /admin/test-webhook': 'one row by its id',
  'POST /admin/redeliver-webhook': 'one row by its id',
  'GET /organization/list-webhooks': [{ as: 'owner', query: { organizationId: large } }],
  'GET /admin/list-webhooks': [{ as: 'administrator' }],
  'GET /organization/list-webhook-deliveries': 'a page by the index of a webhook',
  'GET /admin/list-webhook-deliveries': 'a page by the index of a webhook',
  'GET /organization/audit-log': [
    { as: 'owner', query: { organizationId: large } },
    { note: 'early', as: 'owner', query: { organizationId: large, before: '300' } },
    { note: 'forward', as: 'owner', query: { organizationId: large, after: '0' } },
    { note: 'rare events', as: 'owner', query: { organizationId: large, event: 'organization.changed,member.left' } },
    { note: 'rare actor', as: 'owner', query: { organizationId: large, actorId: userId('admin') } },
    { note: 'event of an actor', as: 'owner', query: { organizationId: large, actorId: userId('owner'), event: 'invitation.sent' } },
    { note: 'rare event of an actor', as: 'owner', query: { organizationId: large, actorId: userId('admin'), event: 'organization.changed' } },
    { note: 'of a time', as: 'owner', query: { organizationId: large, from: secondsAgo(700), to: secondsAgo(500) } },
    { note: 'none', as: 'owner', query: { organizationId: large, event: 'member.left', to: secondsAgo(500) } },
  ],
  'GET /expo-authorization-proxy': 'sets a cookie and redirects',
  'GET /organization/batch': 'what the documents below ask for',
} // prettier-ignore

function deviceCookie(person: Person): Record<string, string> {
  return { [`session_token_multi-${tokenOf(person)}`]: tokenOf(person) }
}

const gid = (letter: string, id: string) => `${letter}_${id}`
const inLarge = { organizationId: gid('O', large) }
const inWebhook = { ...inLarge, webhookId: 'seeded' }
const members = { slug: 'large', first: 50 }
const orderOf = (field: string, direction = 'ASC') => ({ orderBy: { field, direction } })

export const documentCalls: Readonly<Record<string, readonly Call[]>> = {
  AuditLog: [{ as: 'owner', variables: { slug: 'large', people: 100, first: 50, after: null, filter: {} } }],
  Organizations: [
    { as: 'ordinary', variables: {} },
    { note: 'is in many', as: 'joiner', variables: {} },
    { note: 'is invited to many', as: 'receiver', variables: {}, grows: 'counts what one is invited to, up to ten thousand' },
  ],
  OrganizationMembers: [
    { as: 'owner', variables: members },
    { note: 'a plain member', as: 'member', variables: members },
    { note: 'by name', as: 'owner', variables: { ...members, ...orderOf('NAME') } },
    { note: 'by address, the last', as: 'owner', variables: { slug: 'large', last: 50, ...orderOf('EMAIL') } },
    { note: 'of a role', as: 'owner', variables: { ...members, role: 'OWNER' } },
    { note: 'of a team', as: 'owner', variables: { ...members, first: 3, teamId: gid('T', team) } },
    { note: 'of a team, by name', as: 'owner', variables: { ...members, first: 3, teamId: gid('T', team), ...orderOf('NAME') } },
    { note: 'late', as: 'owner', variables: { ...members, after: place(secondsAgo(100), '') } },
    { note: 'late, by address', as: 'owner', variables: { ...members, after: place('u2', ''), ...orderOf('EMAIL') } },
    { note: 'one name', as: 'owner', variables: { ...members, query: '0000042' }, maxRows: ofPairs },
    { note: 'two words', as: 'owner', variables: { ...members, query: '0000042 person' }, maxRows: ofPairs },
    { note: 'a text that all have', as: 'owner', variables: { ...members, query: 'person' }, grows: 'the index names all who have the text, of whom a thousand are looked at' },
  ],
  OrganizationFrame: [{ as: 'owner', variables: { slug: 'large' } }],
  Webhooks: [{ as: 'owner', variables: { slug: 'large' } }],
  Webhook: [{ as: 'owner', variables: { slug: 'large', webhook: 'seeded', first: 25 }, prepare: seedWebhook }],
  CreateWebhook: [{ as: 'owner', variables: { input: { ...inLarge, url: 'https://hooks.example/' } } }],
  UpdateWebhook: [{ as: 'owner', variables: { input: { ...inWebhook, url: 'https://hooks.example/' } }, prepare: seedWebhook }],
  TestWebhook: [{ as: 'owner', variables: { input: inWebhook }, prepare: seedWebhook }],
  RotateWebhookSecret: [{ as: 'owner', variables: { input: inWebhook }, prepare: seedWebhook }],
  DeleteWebhook: [{ as: 'owner', variables: { input: inWebhook }, prepare: seedWebhook }],
  RedeliverWebhook: [{ as: 'owner', variables: { input: { ...inWebhook, deliveryId: 'seeded' } }, prepare: seedWebhook }],
  OrganizationKeys: [{ as: 'owner', variables: { slug: 'large' } }],
  OwnKeys: [{ as: 'ordinary', variables: {} }],
  CreateApiKey: [{ as: 'owner', variables: { input: { ...inLarge, name: 'CI' } } }],
  UpdateApiKey: [{ as: 'owner', variables: { input: { keyId: 'seeded', name: 'Deploy' } }, prepare: seedKey }],
  DeleteApiKey: [{ as: 'owner', variables: { input: { keyId: 'seeded' } }, prepare: seedKey }],
  OrganizationRoles: [{ as: 'owner', variables: { slug: 'large' }, grows: 'counts the members of each role' }],
  RoleHolders: [
    { as: 'owner', variables: { ...inLarge, role: 'admin' } },
    { note: 'of the organization', as: 'owner', variables: { ...inLarge, role: 'seeded' }, prepare: seedRole, grows: 'looks for members who have it' },
  ],
  OrganizationTeams: [
    { as: 'owner', variables: { slug: 'large' } },
    { note: 'late', as: 'owner', variables: { slug: 'large', after: place(secondsAgo(50), '') } },
  ],
  TeamChoices: [{ as: 'owner', variables: inLarge }],
  OrganizationSettings: [{ as: 'owner', variables: { slug: 'large' }, grows: 'counts members without a second factor, past all who have one' }],
  SlugAvailability: [{ as: 'ordinary', variables: { slug: 'large' } }],
  CreateOrganization: [{ as: 'ordinary', variables: { input: { name: 'New', slug: 'brand-new' } } }],
  RequireSecondFactor: [{ as: 'owner', variables: { input: { ...inLarge, required: true, graceDays: 14 } } }],
  UpdateOrganization: [{ as: 'owner', variables: { input: { ...inLarge, name: 'Another' } } }],
  DeleteOrganization: [{ as: 'ordinary', variables: { input: { organizationId: gid('O', ordinary) } } }],
  LeaveOrganization: [{ as: 'leaver', variables: { input: inLarge } }],
  SetActiveOrganization: [{ as: 'owner', variables: { id: gid('O', large) }, maxRows: inFull }],
  CreateRole: [
    { as: 'owner', variables: { input: { ...inLarge, name: 'new', grants: [] } }, grows: 'as create-role' },
  ],
  UpdateRole: [
    { as: 'owner', variables: { input: { ...inLarge, name: 'seeded', grants: [] } }, prepare: seedRole },
  ],
  DeleteRole: [
    { as: 'owner', variables: { input: { ...inLarge, name: 'seeded' } }, prepare: seedRole, grows: 'as delete-role' },
  ],
  CreateTeam: [{ as: 'owner', variables: { input: { ...inLarge, name: 'New' } } }],
  UpdateTeam: [{ as: 'owner', variables: { input: { ...inLarge, teamId: gid('T', team), name: 'Another' } } }],
  RemoveTeam: [
    { as: 'owner', variables: { input: { ...inLarge, teamId: gid('T', team) } }, grows: 'as remove-team' },
  ],
  InviteMember: [{ as: 'owner', variables: { input: { ...inLarge, email: 'new@size.example', roles: ['MEMBER'] } } }],
  CancelInvitation: [{ as: 'owner', variables: { input: { invitationId: gid('I', open) } } }],
  MemberTeams: [{ as: 'owner', variables: { memberId: gid('M', memberOf('member')) } }],
  AddTeamMember: [
    { as: 'owner', variables: { input: { ...inLarge, teamId: gid('T', team), userId: gid('U', userId('member')) } } },
  ],
  RemoveTeamMember: [
    { as: 'owner', prepare: joinTeam, variables: { input: { ...inLarge, teamId: gid('T', team), userId: gid('U', userId('member')) } } },
  ],
  TeamCandidates: [
    { as: 'owner', variables: { ...inLarge, teamId: gid('T', team) } },
    { note: 'one name', as: 'owner', variables: { ...inLarge, teamId: gid('T', team), query: '0000042' }, maxRows: ofPairs },
  ],
  OrganizationTeam: [{ as: 'owner', variables: { slug: 'large', teamId: gid('T', team), first: 3 } }],
  UpdateAssignedRoles: [
    { as: 'owner', variables: { input: { ...inLarge, memberId: gid('M', memberOf('member')), assignedRoles: ['admin'] } } },
  ],
  RemoveMember: [{ as: 'admin', variables: { input: { ...inLarge, member: { id: gid('M', memberOf('member')) } } } }],
} // prettier-ignore

/** Background work. */
export const work: Readonly<Record<string, (ctx: Context) => Promise<unknown>>> = {
  'mails that are due': (ctx) => claimEmails(ctx, { limit: 10, lease: 60, fullDomains: [] }),
  'mails that are due, while a domain hangs': (ctx) =>
    claimEmails(ctx, { limit: 10, lease: 60, fullDomains: ['hangs.example'] }),
}
