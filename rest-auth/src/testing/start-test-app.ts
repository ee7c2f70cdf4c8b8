import { sql } from 'database/sql.ts'
import { randomInt } from 'node:crypto'
import { connect, type Deadlines } from 'database/connect.ts'
import { createTestDatabase } from 'database/testing/test-database.ts'
import { pino } from 'pino'
import { atEnd } from 'service/testing/at-end.ts'
import { expect } from 'vitest'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import type { Context } from '../context.ts'
import type { App } from '../http/calls.ts'
import { commonErrors } from '../http/declared-errors.ts'
import { asRefusal } from '../http/error-handler.ts'
import { databaseObservers } from '../database-metrics.ts'
import { logOptions } from '../http/request-log.ts'
import { processMailRequests } from '../mail-worker.ts'
import type { MailRow } from '../mail/mail.sql.ts'
import { createBrowser, type Browser } from './browser.ts'
import { createClock, type Clock } from './clock.ts'
import { testPassword } from './test-password.ts'

export const testOrigin = 'http://localhost:3000'

/** A production configuration, with a mail server that is never used. */
export const production = {
  NODE_ENV: 'production',
  DATABASE_URL: 'postgres://elsewhere/db',
  MAIL_URL: 'smtp://mail',
  AUTH_URL: 'https://accounts.example.com',
}

/** better-auth's hash of `password1`. */
export const adoptedHash =
  '937ac6f2f3ff6a1c36eb328060117624:e2f8c90888663dfb229547b50537c6ed5485d18e8128a9810a2779f00f05ffc390b7802258d7a9834a9adba528a481a19346131497b7d009b55ee7b5465abbeb'

/** Without vowels, so that it contains no name that a test looks for. */
function newAddress(): string {
  const letters = 'bcdfghjklmnpqrstvwxz'
  return `${Array.from({ length: 12 }, () => letters.charAt(randomInt(letters.length))).join('')}@example.com`
}

/** A browser in which a user is signed in. */
export interface SignedIn extends Browser {
  readonly id: string
  readonly email: string
  readonly name: string
  /** The session token, unsigned. */
  readonly token: string
}

/** Its `get` and `post` use a new browser each time. */
export interface TestApp extends Pick<Browser, 'get' | 'post'> {
  readonly app: App
  readonly ctx: Context
  readonly databaseUrl: string
  readonly clock: Clock
  /** A browser without cookies. */
  readonly browser: () => Browser
  /** Signs up a user (with a unique email) and returns their browser. */
  readonly signUp: (fields?: {
    email?: string
    name?: string
    username?: string
    password?: string
    emailVerified?: boolean
  }) => Promise<SignedIn>
  /** The logged JSON lines. */
  readonly logged: string[]
  /** The emails in the outbox, oldest first, including those requested so far. */
  readonly emails: (to?: string) => Promise<MailRow[]>
}

/**
 * The app with its own database. `environment` is the operator's. Ends after the test that calls
 * it, or after the file's tests. `via` changes the URL of the database, `deadlines` its timeouts.
 */
export async function startTestApp(
  environment: Record<string, string> = {},
  connections = 8,
  { deadlines, via = (url) => url }: { deadlines?: Deadlines; via?: (url: string) => string | Promise<string> } = {},
): Promise<TestApp> {
  const testDatabase = await createTestDatabase()
  const database = connect(await via(testDatabase.url), { connections, deadlines, ...databaseObservers })
  const clock = createClock()
  const secret = 'a secret that only the tests know of'
  // Most tests look for other emails than that of every sign-up.
  const quiet = { EMAIL_VERIFICATION_SEND_ON_SIGN_UP: 'false' }
  const config = loadConfig({ AUTH_SECRET: secret, AUTH_URL: testOrigin, ...quiet, ...environment })
  const logged: string[] = []
  const log = pino(logOptions, { write: (line: string) => void logged.push(line) })
  const ctx: Context = { database, db: database, config, now: clock.now, steady: clock.steady, log }
  const app = await buildApp(ctx)
  const undeclared = findUndeclaredErrors(app)
  atEnd(async () => {
    expect(undeclared, 'errors that calls return and do not declare').toEqual([])
    await app.close()
    await database.end()
    await testDatabase.drop()
  })

  const browser = () => createBrowser(app, config.AUTH_BASE_PATH, config.AUTH_URL)
  return {
    app,
    ctx,
    databaseUrl: testDatabase.url,
    clock,
    browser,
    get: (path, call) => browser().get(path, call),
    post: (path, body, call) => browser().post(path, body, call),
    logged,
    async signUp({ email = newAddress(), name = 'Ann', emailVerified = false, ...rest } = {}) {
      const own = browser()
      const response = await own.post('/sign-up/email', { email, name, password: testPassword, ...rest })
      if (response.status !== 200) throw new Error(`sign-up failed: ${response.text}`)
      if (emailVerified)
        await ctx.db
          .write`update "user" set "emailVerified" = true, "proved" = true where "email" = ${email.toLowerCase()}`
      // If verification is required, a sign-up creates no session.
      const entered = config.EMAIL_VERIFICATION_REQUIRED
        ? await own.post('/sign-in/email', { email, password: rest.password ?? testPassword })
        : response
      const id = entered.at('user', 'id')
      return { ...own, id, email: email.toLowerCase(), name, token: entered.at('token') }
    },
    async emails(to) {
      while (await processMailRequests(ctx));
      return ctx.db.read<MailRow[]>`select * from "mail" where ${to ? sql`"to" = ${to}` : sql`true`} order by "number"`
    },
  }
}

/** Returns a list that fills. Calls without declarations are not in the OpenAPI document. */
function findUndeclaredErrors(app: App): string[] {
  const found: string[] = []
  app.addHook('onError', (request, _, error, done) => {
    const { url = '', config } = request.routeOptions
    const { key } = asRefusal(error)
    if (config.errors && !config.errors.includes(key) && !commonErrors.has(key)) found.push(`${url} ${key}`)
    done()
  })
  return found
}
