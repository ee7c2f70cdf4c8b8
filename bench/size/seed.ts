import type { Statements } from 'database/connect.ts'

/** The number of rows of each kind. */
export interface Size {
  readonly users: number
  readonly sessions: number
  readonly organizations: number
  /** Members of the large organization. Half of its invitations are pending, fifty of them open. */
  readonly members: number
  readonly teams: number
  readonly invitations: number
  /** One person has all of these. */
  readonly memberships: number
  /** One person has all of these. */
  readonly ownSessions: number
  readonly received: number
  /** Sent emails; a fifth as many are due. */
  readonly emails: number
  /** Emailed links, former slugs and sign-ups with a registered email. */
  readonly leftovers: number
  /** Entries of the large organization. As many again are sign-ins of one person. */
  readonly journal: number
}

/** The size behind the recorded findings. */
export const big: Size = {
  users: 1_000_000,
  sessions: 2_000_000,
  organizations: 100_000,
  members: 100_000,
  teams: 1000,
  invitations: 55_000,
  memberships: 5000,
  ownSessions: 5000,
  received: 5000,
  emails: 1_000_000,
  leftovers: 200_000,
  journal: 1_000_000,
}

/** As small as possible while every page of a list is full. */
export const small: Size = {
  users: 600,
  sessions: 1200,
  organizations: 200,
  members: 300,
  teams: 100,
  invitations: 300,
  memberships: 110,
  ownSessions: 110,
  received: 110,
  emails: 2500,
  leftovers: 200,
  journal: 1000,
}

/** The people who are measured, by the number from which id, email and token are derived. */
export const people = {
  owner: 1,
  receiver: 2,
  joiner: 3,
  holder: 4,
  admin: 5,
  member: 6,
  /** In one organization of their own and in the large one, with one session. */
  ordinary: 7,
  otherOwner: 8,
  /** Not verified, and only in the large organization. */
  newcomer: 9,
  leaver: 10,
  administrator: 11,
} as const
export type Person = keyof typeof people

/** Ids of 32 random-looking letters and digits, like the product's, in SQL and TypeScript. */
const id = (kind: string, n: string) => `md5('${kind}' || (${n}))`
const largeId = id('organization', '1')
/** Any user except the measured ones. */
const somebody = ({ users }: Size, n: string) => `12 + (${n})::bigint * 7919 % ${users - 11}`
const founder = ({ users, members }: Size) =>
  `(case when n = 2 then ${people.ordinary} else ${members} + 1 + n % ${users - members} end)`
const series = (from: number, to: number) => `from generate_series(${from}, ${to}) n`
const second = `interval '1 second'`

/** Fills the tables while triggers and foreign keys are disabled, and does their work as well. */
function statements(size: Size, password: string): [what: string, statement: string][] {
  const { users, sessions, organizations, members, teams, invitations, memberships, ownSessions, received } = size
  const { emails, leftovers, journal } = size
  const joinedAs = (role: string, n: string, team: string, createdAt: string, from: string) => `
    insert into "member" ("id", "organizationId", "userId", "role", "teamId", "createdAt", "userName", "userEmail")
    select ${id('member', `'${role}' || n || ':' || ${n}`)}, x."organizationId", ${id('user', n)}, ${role === 'any' ? 'x."role"' : `'${role}'`},
      ${team}, ${createdAt}, 'person ' || lpad((${n})::text, 7, '0'), 'u' || (${n}) || '@size.example' ${from}
    on conflict ("organizationId", "userId") do nothing`
  const inOrdinary = (from: number, to: number) =>
    `from (select n, ${id('organization', 'n')} as "organizationId" ${series(from, to)}) x`
  const sessionsOf = (
    kind: string,
    user: string,
    createdAt: string,
    expiresAt: string,
    active: string,
    count: number,
  ) => `
    insert into "session" ("id", "token", "userId", "expiresAt", "ipAddress", "userAgent", "activeOrganizationId", "createdAt", "updatedAt")
    select ${id(kind, 'n')}, ${id(`${kind} token`, 'n')}, ${id('user', user)}, ${expiresAt}, '198.51.100.1', 'Mozilla/5.0 (X11; Linux x86_64)',
      ${active}, ${createdAt}, ${createdAt} ${series(1, count)}`
  const invited = (
    kind: string,
    organization: string,
    email: string,
    status: string,
    expiresAt: string,
    inviter: string,
    from: string,
  ) => `
    insert into "invitation" ("id", "organizationId", "email", "role", "status", "expiresAt", "inviterId")
    select ${id(kind, 'n')}, ${organization}, ${email}, 'member', ${status}, ${expiresAt}, ${id('user', inviter)} ${from}`
  return [
    ['users', `
      insert into "user" ("id", "name", "email", "emailVerified", "proved", "disownable", "username", "displayUsername", "role", "createdAt", "updatedAt")
      select ${id('user', 'n')}, 'Person ' || lpad(n::text, 7, '0'), 'u' || n || '@size.example', n <> ${people.newcomer},
        n % 3 > 0 and n <> ${people.newcomer}, true, 'person' || n, 'Person' || n, case n when ${people.administrator} then 'admin' else 'user' end,
        now() - n * ${second}, now() - n * ${second} ${series(1, users)}`],
    ['accounts', `
      insert into "account" ("id", "providerId", "accountId", "userId", "password", "createdAt", "updatedAt")
      select ${id('account', 'n')}, 'credential', ${id('user', 'n')}, ${id('user', 'n')}, '${password}', now(), now() ${series(1, users)}`],
    ['devices', `
      insert into "device" ("userId", "fingerprint", "seenAt") select ${id('user', 'n')}, ${id('device', 'n')}, now() ${series(1, users)}`],
    ['organizations', `
      insert into "organization" ("id", "name", "slug", "createdAt")
      select ${id('organization', 'n')}, 'Organization ' || n, case n when 1 then 'large' else 'organization-' || n end, now() - n * ${second}
      ${series(1, organizations)}`],
    ['teams', `
      insert into "team" ("id", "name", "organizationId", "createdAt")
      select ${id('team', 'n')}, 'Team ' || n, ${id('organization', `case when n <= ${teams} then 1 else n - ${teams} + 1 end`)}, now() - n * ${second}
      ${series(1, teams + organizations - 1)}`],
    ['members of the large organization', joinedAs('any', 'n', id('team', `1 + n % ${teams}`), `now() - n * ${second}`, `
      from (select n, ${largeId} as "organizationId",
        case when n in (${people.owner}, ${people.otherOwner}) then 'owner' when n % 1000 = ${people.admin} then 'admin' else 'member' end as "role"
        ${series(1, members)}) x`)],
    ['founders', joinedAs('owner', founder(size), id('team', `n + ${teams} - 1`), `now() - n * ${second}`, inOrdinary(2, organizations))],
    ['memberships of one', joinedAs('member', String(people.joiner), 'null', `now() - n * ${second}`, inOrdinary(2, memberships))],
    ...[1, 2, 3].map((k): [string, string] => [
      `members, ${k} of 3`, joinedAs('member', somebody(size, `n * 3 + ${k}`), 'null', `now() - n * ${second} + ${k} * ${second}`, inOrdinary(2, organizations)),
    ]),
    ['sessions', sessionsOf('session', `1 + (n - 1) % ${users}`, `now() - (n % 500000) * ${second}`,
      `case when n <= 1000 then now() + interval '7 days' when n % 10 = 9 then now() - n * ${second} else now() + (n % 600000) * ${second} end`,
      `case when n = ${people.joiner} then ${id('organization', '2')} when n <= ${members} and n <> ${people.receiver} then ${largeId} end`, sessions)],
    ['sessions of one', sessionsOf('own session', String(people.holder), `now() - n * interval '1 minute'`, `now() + interval '5 days'`, 'null', ownSessions)],
    ['invitations', invited('invitation', largeId, `'i' || n || '@size.example'`,
      `case when n <= 50 or n % 2 = 0 then 'pending' when n % 4 = 1 then 'accepted' else 'canceled' end`,
      `case when n <= 50 then now() + interval '1 day' else now() - n * ${second} end`, String(people.owner), series(1, invitations))],
    ['invitations that one has received', invited('received', id('organization', 'n'), `'u${people.receiver}@size.example'`, `'pending'`,
      `now() + interval '1 day' + n * ${second}`, founder(size), series(2, received + 1))],
    ['mails that were sent', `
      insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "attempts", "nextAttemptAt", "sentAt")
      select ${id('mail', 'n')}, 'u' || 1 + n % ${users} || '@size.example', 'wrongPasswords', '{}', 'en', t, 1, t, t
      from (select n, now() - n * ${second} as t ${series(1, emails)}) x`],
    ['mails that are due', `
      insert into "mail" ("id", "to", "template", "data", "language", "createdAt", "nextAttemptAt")
      select ${id('due mail', 'n')}, 'u' || 1 + n % ${users} || '@' || case n % 2 when 1 then 'hangs' else 'size' end || '.example',
        'passwordChanged', '{"name":"x"}', 'en', t, t from (select n, now() - n * ${second} as t ${series(1, emails / 5)}) x`],
    ['links that were mailed', `
      insert into "verification" ("id", "identifier", "value", "expiresAt", "createdAt", "updatedAt")
      select ${id('verification', 'n')}, 'verify-email:' || ${id('link', 'n')}, ${id('user', `1 + n % ${users}`)}, now() + interval '1 hour', now(), now()
      ${series(1, leftovers)}`],
    ['former slugs', `
      insert into "former_slug" ("slug", "organizationId") select 'former-' || n, ${id('organization', `1 + n % ${organizations}`)} ${series(1, leftovers)}`],
    ['attempts to sign up', `
      insert into "signUpAttempt" ("userId", "username", "proofs", "createdAt")
      select ${id('user', somebody(size, 'n'))}, 'attempt' || n, array[${id('proof', 'n')}], now() ${series(1, leftovers)}`],
    ['changes of the large organization', `
      insert into "journal" ("at", "event", "kind", "actorKind", "actorId", "userId", "organizationId", "position", "details", "email", "ipAddress", "device")
      select now() - (${journal} - n) * ${second}, case when n <= 200 then 'organization.changed' when n % 3 = 0 then 'invitation.sent' else 'member.joined' end,
        'change', 'person', ${id('user', `case when n <= 400 then ${people.admin} else ${people.owner} end`)},
        ${id('user', `case n % 2 when 0 then ${people.holder} else ${people.owner} end`)}, ${largeId}, n, '{"roles":"member"}',
        case when n % 3 = 0 then 'i' || n || '@size.example' end, '198.51.100.1', 'Firefox, Linux' ${series(1, journal)}`],
    ['positions', `update "organization" set "journalPosition" = ${journal}, "journalAt" = now() where "id" = ${largeId}`],
    ['sign-ins of one', `
      insert into "journal" ("at", "event", "kind", "actorKind", "actorId", "userId", "ipAddress", "device")
      select now() - n * ${second}, 'session.created', 'sign-in', 'person', ${id('user', String(people.holder))}, ${id('user', String(people.holder))},
        '198.51.100.1', 'Firefox, Linux' ${series(1, journal)}`],
    ['members of teams', `insert into "teamMember"
        ("teamId", "organizationId", "userId", "memberId", "joinedAt", "userName", "userEmail", "createdAt")
      select "teamId", "organizationId", "userId", "id", "createdAt", "userName", "userEmail", "createdAt"
      from "member" where "teamId" is not null`],
    ['counts', `update "organization" o set "memberCount" = c."count"
      from (select "organizationId", count(*) from "member" group by 1) c where o."id" = c."organizationId"`],
    ['counts of teams', `update "team" t set "memberCount" = c."count"
      from (select "teamId", count(*) from "member" where "teamId" is not null group by 1) c where t."id" = c."teamId"`],
  ] // prettier-ignore
}

/** Fills an empty, migrated database. `password` is the hash that every user gets. */
export async function seed(
  db: Statements,
  size: Size,
  password: string,
  tell: (line: string) => unknown,
): Promise<void> {
  await db.unsafe(`set session_replication_role = replica`)
  await db.unsafe(`set statement_timeout = 0`)
  await db.unsafe(`set maintenance_work_mem = '512MB'`)
  // Much faster to build afterwards. Unique indexes stay, because they skip duplicate rows.
  const indexes = await db.read<{ name: string; definition: string }[]>`
    select i.indexrelid::regclass::text as "name", pg_get_indexdef(i.indexrelid) as "definition"
    from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace s on s.oid = c.relnamespace
    where s.nspname = 'public' and not exists (select from pg_constraint where conindid = i.indexrelid)`
  for (const { name } of indexes) await db.unsafe(`drop index ${name}`)
  const steps: [what: string, statement: string][] = [
    ...statements(size, password),
    ...indexes.map(({ name, definition }): [string, string] => [`index ${name}`, definition]),
    ['vacuum', 'vacuum analyze'],
  ]
  for (const [index, [what, statement]] of steps.entries()) {
    const started = performance.now()
    const { count } = await db.unsafe(statement)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    tell(`${index + 1}/${steps.length} ${what}${count ? `: ${count}` : ''} (${seconds} s)`)
  }
  await db.unsafe(`set session_replication_role = origin`)
}
