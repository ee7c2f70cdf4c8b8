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
  removeAdministrator,
  unbanUser,
} from './administration/commands.ts'
import { transaction, type Context } from './context.ts'
import { requireUncommon } from './credential/common-password.ts'
import { checkPasswordLength } from './credential/credential.ts'
import { finishPasswordChange } from './credential/password.ts'
import { hashPassword } from './crypto/password.ts'
import { ApiError } from './errors.ts'
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
import { findUserByEmail, lockUserById } from './user/user.sql.ts'
import type { User } from './user/user.ts'

const print = (line: string): void => void process.stdout.write(`${line}\n`)

type Options = Readonly<Record<string, string | boolean | undefined>>

const commands: Record<string, (ctx: Context, options: Options, action?: string) => Promise<string | void>> = {
  async 'set-password'(ctx, options) {
    const user = await requireUser(ctx, options, 'email')
    const password = (await text(process.stdin)).replace(/\r?\n$/, '')
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
  },

  async 'end-sessions'(ctx, options) {
    const user = await requireUser(ctx, options, 'email')
    await transaction(ctx, async (tx) => {
      await lockUserById(tx, user.id)
      await endSessions(tx, user.id, 'ended by an operator')
    })
    return `All sessions of ${user.email} have ended. The user can sign in again.`
  },

  async 'add-member'(ctx, options) {
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
  },

  async 'create-organization'(ctx, options) {
    const owner = await requireUser(ctx, options, 'owner')
    const founder = { userId: owner.id, sessionId: null }
    const input = organizationInput.safeParse({
      name: requireText(options, 'name'),
      slug: requireText(options, 'slug'),
    })
    if (!input.success) throw new Error('Name and slug need a visible character and at most 200 characters.')
    const isProved = await requireKnownOwner(ctx, owner)
    const { organization } = await createOrganization(ctx, founder, input.data)
    return `${organization.name} (${organization.id}) belongs to ${owner.email}${isProved ? '' : ', who has not proved ownership of the email'}.`
  },

  async operator(ctx, options, action) {
    if (action === 'list') return describeOperators(ctx)
    if (action === 'add') return addOperator(ctx, await requireUser(ctx, options, 'email'))
    if (action === 'remove') return removeOperator(ctx, await requireUser(ctx, options, 'email'))
    throw new Error(usage)
  },

  async administrator(ctx, options, action) {
    if (action === 'list') return describeAdministrators(ctx)
    if (action !== 'add' && action !== 'remove') throw new Error(usage)
    const user = await requireUser(ctx, options, 'email')
    return (action === 'add' ? addAdministrator : removeAdministrator)(ctx, user, options['reason'])
  },

  async user(ctx, options, action) {
    if (action !== 'ban' && action !== 'unban') throw new Error(usage)
    const user = await requireUser(ctx, options, 'email')
    return action === 'ban' ? banUser(ctx, user, options) : unbanUser(ctx, user, options['reason'])
  },

  async service(ctx, options, action) {
    if (action === 'list') return describeServices(ctx)
    const name = requireText(options, 'name')
    if (!/^mf(-[a-z0-9]+)+$/.test(name)) throw new Error(`${name} is not the name of a remote, such as mf-invoices.`)
    if (action === 'secret')
      return setServiceSecret(ctx, name, (await text(process.stdin)).trim(), options['replace'] === true)
    if (action === 'grant' || action === 'revoke') return grantOrganizations(ctx, name, action === 'grant')
    throw new Error(usage)
  },

  async keys(ctx, _, action) {
    if (action !== 'rotate') throw new Error(usage)
    const count = await replaceSigningKeys(ctx)
    return `A new key replaces ${count}. Restart the shell servers, so that they drop tokens of the former ones. Instances of rest-auth notice within a minute, and cached key sets within 10 minutes.`
  },

  async migrate({ database }, options) {
    if (options['dry-run']) return (await describeMigration(database)).join('\n')
    const applied = await migrateDatabase(database, { info: print, warn: print })
    return applied.length > 0 ? `Applied ${applied.length} migrations.` : 'The schema is up to date.'
  },

  async backup({ config: { DATABASE_URL, DATA_DIR } }, options) {
    const target = requireText(options, 'to')
    if (DATABASE_URL) throw new Error('backup works only for DATA_DIR. For DATABASE_URL see docs/operating/back-up.md.')
    await backUp(DATA_DIR, target)
    return `${target} is a copy of ${DATA_DIR} and was test-started. To use it: DATA_DIR=${target} npm start`
  },

  async adopt(ctx, options) {
    const schema = requireText(options, 'schema')
    if (options['list']) await printOnly(ctx, { schema, print })
    else
      await adopt(ctx, {
        schema,
        timeZone: typeof options['time-zone'] === 'string' ? options['time-zone'] : 'UTC',
        accepted: parseProtections(options['accept']),
        print,
      })
  },

  async proofs(ctx, _, action) {
    if (action === 'list') return describeDoubtfulProofs(ctx)
    if (action === 'withdraw') return withdrawDoubtfulProofs(ctx)
    throw new Error(usage)
  },
  async mail(ctx, options, action) {
    if (action === 'list')
      return describeEmails(ctx, options['state'] === undefined ? undefined : String(options['state']))
    if (action === 'resend') return resendEmails(ctx, requireEmailNumber(options))
    if (action === 'drop') return deleteEmails(ctx, requireEmailNumber(options))
    throw new Error(usage)
  },
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

const texts = 'email owner organization role name slug schema time-zone accept number state to reason days'
const flags = 'dry-run all list replace help'
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

const { positionals, values } = parseCall()
if (values.help) {
  process.stdout.write(usage)
  process.exit(0)
}
const [name = '', action] = positionals
const command = Object.hasOwn(commands, name) ? commands[name] : undefined // every object has a `constructor`
if (!command) refuse(usage)
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
  const done = await command(ctx, values, action)
  if (done !== undefined) print(done)
} catch (error) {
  const hasTables = codeOf(error) !== '42P01'
  process.stderr.write(`${hasTables ? messageOf(error) : withoutTables}\n`)
  process.exitCode = 1
} finally {
  await database.end()
  await embedded?.stop()
}
