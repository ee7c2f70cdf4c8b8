// Operations that no client may perform over HTTP.
import { connect } from 'database/connect.ts'
import { backUp } from 'database/backup.ts'
import { startEmbeddedDatabase } from 'database/embedded.ts'
import { codeOf } from 'database/unavailable.ts'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { monotonicTime } from 'service/monotonic-time.ts'
import { findPasswordHash, setPasswordHash } from './account/account.sql.ts'
import { measureClock } from './clock/clock.ts'
import { usage } from './admin-usage.ts'
import { loadConfig } from './config.ts'
import { adopt, printOnly } from './adopt/adopt.ts'
import { protections, type Protection } from './adopt/losses.sql.ts'
import { describeDoubtfulProofs, withdrawDoubtfulProofs } from './adopt/proofs.ts'
import {
  addAdministrator,
  banUser,
  describeAdministrators,
  eraseUser,
  exportUser,
  findPeople,
  reasonOf,
  removeAdministrator,
  resetFactors,
  showUser,
  unbanUser,
} from './administration/commands.ts'
import { transaction, type Context } from './context.ts'
import { requireUncommon } from './credential/common-password.ts'
import { checkPasswordLength } from './credential/credential.ts'
import { finishPasswordChange } from './credential/password.ts'
import { hashPassword } from './crypto/password.ts'
import { ApiError } from './errors.ts'
import type { Journal } from './journal/events.ts'
import { record } from './journal/journal.ts'
import { deleteEmails, resendEmails, describeEmails } from './mail/operate.ts'
import { describeMigration, migrateDatabase } from './migrate-database.ts'
import { addOperator, removeOperator, describeOperators } from './operator/operator.ts'
import { organizationInput } from './organization/entities.ts'
import { addMember } from './organization/member/member.ts'
import { createOrganization } from './organization/organization.ts'
import { findOrganization } from './organization/organization.sql.ts'
import { requireKnownOwner } from './proof/known-owner.ts'
import { endSessions } from './session/end-sessions.ts'
import { describeServices, grantOrganizations, setServiceSecret } from './signed-token/service-client.ts'
import { replaceSigningKeys } from './signed-token/signing-key.ts'
import { webhookCommands } from './webhook/commands.ts'
import { findUserByEmail, lockUserById } from './user/user.sql.ts'
import type { User } from './user/user.ts'

/** Without control characters, with which names and reasons could write to the terminal. */
const print = (output: string, to: NodeJS.WritableStream = process.stdout): void =>
  void to.write(`${output.replaceAll(/(?!\n)\p{Cc}/gu, ' ')}\n`)

type Options = Readonly<Record<string, string | boolean | undefined>>
type Run = (ctx: Context, options: Options, input: () => Promise<string>) => Promise<string | void>
const command = (journal: Journal, run: Run) => ({ journal, run })
const onUser = (journal: Journal, run: (ctx: Context, user: User, options: Options) => Promise<string>) =>
  command(journal, async (ctx, options) => run(ctx, await requireUser(ctx, options, 'email'), options))
const noChange = 'It only reads'

export const commands: Readonly<Record<string, ReturnType<typeof command>>> = {
  'set-password': command(['password.changed', 'session.ended'], async (ctx, options, input) => {
    const user = await requireUser(ctx, options, 'email')
    const password = (await input()).replace(/\r?\n$/, '')
    checkPasswordLength(ctx, password)
    await requireUncommon(ctx, password, user)
    const passwordHash = await hashPassword(password)
    await transaction(ctx, async (tx) => {
      await lockUserById(tx, user.id)
      if (!options['replace'] && (await findPasswordHash(tx, user.id)) !== null) {
        throw new ApiError('USER_ALREADY_HAS_A_PASSWORD')
      }
      await setPasswordHash(tx, user.id, passwordHash)
      await endSessions(tx, user.id, 'password changed')
      await finishPasswordChange(tx, user)
      record(tx, 'password.changed', { userId: user.id })
    })
    return `${user.email} has a new password and was notified by email. All sessions and reset links have ended.`
  }),

  'end-sessions': command(['session.ended'], async (ctx, options) => {
    const user = await requireUser(ctx, options, 'email')
    await transaction(ctx, async (tx) => {
      await lockUserById(tx, user.id)
      await endSessions(tx, user.id, 'ended by an operator')
    })
    return `All sessions of ${user.email} have ended. The user can sign in again.`
  }),

  'add-member': command(['member.joined'], async (ctx, options) => {
    const user = await requireUser(ctx, options, 'email')
    const organization = await findOrganization(ctx, requireText(options, 'organization'))
    if (!organization) throw new ApiError('ORGANIZATION_NOT_FOUND')
    const isProved = await requireKnownOwner(ctx, user)
    const member = await addMember(ctx, {
      organizationId: organization.id,
      userId: user.id,
      role: requireText(options, 'role'),
    })
    return `${user.email} is now a member of ${organization.name} with the role ${member.role}${isProved ? '' : ', but has not proved ownership of the email'}.`
  }),

  'create-organization': command(['organization.created'], async (ctx, options) => {
    const owner = await requireUser(ctx, options, 'owner')
    const founder = { user: owner, hasSecondFactor: true, sessionId: null }
    const input = organizationInput.safeParse({
      name: requireText(options, 'name'),
      slug: requireText(options, 'slug'),
    })
    if (!input.success) throw new Error('Name and slug need a visible character and at most 200 characters.')
    const isProved = await requireKnownOwner(ctx, owner)
    const { organization } = await createOrganization(ctx, founder, input.data)
    return `${organization.name} (${organization.id}) belongs to ${owner.email}${isProved ? '' : ', who has not proved ownership of the email'}.`
  }),

  'operator list': command(noChange, describeOperators),
  'operator add': onUser(['operator.added'], addOperator),
  'operator remove': onUser(['operator.removed'], removeOperator),
  'administrator list': command(noChange, describeAdministrators),
  'administrator add': onUser(['user.role-changed'], addAdministrator),
  'administrator remove': onUser(['user.role-changed'], removeAdministrator),
  'user find': command(noChange, async (ctx, options) =>
    findPeople(ctx, requireText(options, 'email').toLowerCase(), options['json'] === true),
  ),
  'user show': onUser(noChange, showUser),
  'user export': onUser(['user.exported'], exportUser),
  'user erase': onUser(['user.erased', 'member.left', 'invitation.canceled'], eraseUser),
  'user reset-factors': onUser(['user.factor-reset-asked'], resetFactors),
  'user ban': onUser(['user.banned'], banUser),
  'user unban': onUser(['user.unbanned'], unbanUser),

  ...webhookCommands,
  'service list': command(noChange, describeServices),
  'service secret': command(['service.secret-set'], async (ctx, options, input) =>
    setServiceSecret(ctx, requireRemote(options), (await input()).trim(), options['replace'] === true),
  ),
  'service grant': command(['service.granted'], async (ctx, options) =>
    grantOrganizations(ctx, requireRemote(options), true),
  ),
  'service revoke': command(['service.revoked'], async (ctx, options) =>
    grantOrganizations(ctx, requireRemote(options), false),
  ),

  'keys rotate': command(['signing-keys.replaced'], async (ctx) => {
    const count = await replaceSigningKeys(ctx)
    return `A new key replaces ${count}. Shell servers drop tokens of the former ones within 5 seconds. Instances of rest-auth notice within a minute, and cached key sets within 10 minutes.`
  }),

  migrate: command('It changes the schema', async ({ database }, options) => {
    if (options['dry-run']) return (await describeMigration(database)).join('\n')
    const applied = await migrateDatabase(database, { info: print, warn: print })
    return applied.length > 0 ? `Applied ${applied.length} migrations.` : 'The schema is up to date.'
  }),

  backup: command('It only copies files', async ({ config: { DATABASE_URL, DATA_DIR } }, options) => {
    const target = requireText(options, 'to')
    if (DATABASE_URL) throw new Error('backup works only for DATA_DIR. For DATABASE_URL see docs/operating/back-up.md.')
    await backUp(DATA_DIR, target)
    return `${target} is a copy of ${DATA_DIR} and was test-started. To use it: DATA_DIR=${target} npm start`
  }),

  adopt: command('What it copies happened elsewhere', async (ctx, options) => {
    const schema = requireText(options, 'schema')
    if (options['list']) await printOnly(ctx, { schema, print })
    else
      await adopt(ctx, {
        schema,
        timeZone: typeof options['time-zone'] === 'string' ? options['time-zone'] : 'UTC',
        accepted: parseProtections(options['accept']),
        print,
      })
  }),

  'proofs list': command(noChange, describeDoubtfulProofs),
  'proofs withdraw': command(['email.proof-withdrawn'], withdrawDoubtfulProofs),

  'mail list': command(noChange, (ctx, { state }) => describeEmails(ctx, state === undefined ? state : String(state))),
  'mail resend': command(['outbox.resent'], async (ctx, options) =>
    resendEmails(ctx, requireEmailNumber(options), reasonOf(options['reason'])),
  ),
  'mail drop': command(['outbox.dropped'], async (ctx, options) =>
    deleteEmails(ctx, requireEmailNumber(options), reasonOf(options['reason'])),
  ),
}

function requireRemote(options: Options): string {
  const name = requireText(options, 'name')
  if (!/^mf(-[a-z0-9]+)+$/.test(name)) throw new Error(`${name} is not the name of a remote, such as mf-invoices.`)
  return name
}

function requireEmailNumber(options: Options): string | null {
  if (options['all'] && options['number'] === undefined) return null
  if (options['all']) throw new Error('Use either --number or --all.')
  const number = requireText(options, 'number')
  if (!/^\d{1,18}$/.test(number)) throw new Error(`--number must be a number from "mail list", not ${number}.`)
  return number
}

function parseProtections(list: Options[string]): Protection[] {
  return String(list ?? '')
    .split(',')
    .filter(Boolean)
    .map((name) => {
      const protection = protections.find((one) => one === name)
      if (!protection) throw new Error(`Unknown --accept ${name}. Use any of ${protections.join(', ')}.`)
      return protection
    })
}

function requireText(options: Options, name: string): string {
  const value = options[name]
  if (typeof value !== 'string') throw new Error(`--${name} is missing.\n\n${usage}`)
  return value
}

async function requireUser(ctx: Context, options: Options, name: string): Promise<User> {
  const user = await findUserByEmail(ctx, requireText(options, name).toLowerCase())
  if (!user) throw new ApiError('USER_NOT_FOUND')
  return user
}

const texts =
  'email owner organization role name slug schema time-zone accept number state to reason days url events id'
const flags = 'dry-run all list replace json help'
const optionsOf = <Type extends 'string' | 'boolean'>(names: string, type: Type) =>
  Object.fromEntries(names.split(' ').map((name) => [name, { type }]))

function parseCall() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { ...optionsOf(texts, 'string'), ...optionsOf(flags, 'boolean') },
    })
  } catch (error) {
    return refuse(`${messageOf(error)}\n\n${usage}`)
  }
}

async function prepare() {
  try {
    const config = loadConfig(process.env)
    return { config, embedded: config.DATABASE_URL ? null : await startEmbeddedDatabase(config.DATA_DIR) }
  } catch (error) {
    return refuse(`${messageOf(error)}\n`)
  }
}

function refuse(message: string): never {
  process.stderr.write(message)
  process.exit(1)
}

const withoutTables =
  'The database lacks tables of this release. Start the product once, or run: npm run admin -- migrate'

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

if (import.meta.main) {
  const { positionals, values } = parseCall()
  if (values.help) {
    process.stdout.write(usage)
    process.exit(0)
  }
  const name = positionals.join(' ')
  const called = Object.hasOwn(commands, name) ? commands[name] : undefined // every object has a `constructor`
  if (!called) refuse(usage)
  const { config, embedded } = await prepare()
  const database = connect(config.DATABASE_URL ?? embedded?.url ?? '', {
    program: 'admin',
    connections: 2,
    isSession: config.DATABASE_POOLER !== 'transaction',
  })
  // On standard error, separate from the output for people.
  const log = pino({ name: 'admin' }, pino.destination(2))
  try {
    const { now } = await measureClock({ db: database, log })
    const ctx: Context = {
      database,
      db: database,
      config,
      now,
      steady: monotonicTime,
      log,
      origin: { kind: 'command line' },
    }
    const done = await called.run(ctx, values, () => text(process.stdin))
    if (done !== undefined) print(done)
  } catch (error) {
    const hasTables = codeOf(error) !== '42P01'
    print(hasTables ? messageOf(error) : withoutTables, process.stderr)
    process.exitCode = 1
  } finally {
    await database.end()
    await embedded?.stop()
  }
}
