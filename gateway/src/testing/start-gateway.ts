import { connect } from 'database/connect.ts'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { atEnd } from 'service/testing/at-end.ts'
import { buildApp } from '../app.ts'
import { loadConfig } from '../config.ts'
import { createVisitor, type Visitor } from './visitor.ts'
import { startRelay, type Relay } from './start-relay.ts'
import { findSharedRestAuth, publicOrigin, startRestAuth, type RestAuth } from './start-rest-auth.ts'

export interface TestGateway {
  readonly app: FastifyInstance
  /** Without a path. */
  readonly url: string
  readonly relay: Relay
  readonly restAuth: RestAuth
  /** The gateway's log, as JSON lines. */
  readonly logged: string[]
  /** Returns a visitor without a session. `address` is an IP address. */
  visitor(address?: string): Visitor
  signUp(name?: string, address?: string): Promise<Visitor>
  /** Has the effect of the emailed link. */
  verifyEmail(person: Visitor): Promise<void>
  /** Changes rest-auth's database. */
  change(statement: (database: ReturnType<typeof connect>) => Promise<unknown>): Promise<void>
  /** Resets the limits on emails. */
  dropOrphanedEmails(): Promise<void>
  /** Moves the user's sign-in two days into the past. */
  makeStale(person: Visitor): Promise<void>
}

/** Starts the gateway with a real rest-auth until the current test, or the test file, ends. */
export async function startGateway(
  environment: { gateway?: Record<string, string>; restAuth?: Record<string, string>; now?: () => number } = {},
): Promise<TestGateway> {
  const own = environment.restAuth && (await startRestAuth(environment.restAuth))
  const restAuth = own ?? (await findSharedRestAuth())
  const relay = await startRelay(restAuth.url)
  const logged: string[] = []
  const config = loadConfig({
    REST_AUTH_URL: relay.url,
    AUTH_URL: publicOrigin,
    TRUSTED_PROXIES: '127.0.0.0/8',
    ...environment.gateway,
  })
  const log = pino({ level: 'info' }, { write: (line: string) => void logged.push(line) })
  const app = await buildApp(config, log, environment.now)
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  atEnd(async () => {
    await app.close()
    await relay.stop()
    await own?.stop()
  })
  const change = async (statement: (database: ReturnType<typeof connect>) => Promise<unknown>) => {
    const database = connect(restAuth.databaseUrl, { connections: 1 })
    await statement(database)
    await database.end()
  }
  const visitor = (address?: string) => createVisitor(url, restAuth.url, address)
  return {
    app,
    url,
    relay,
    restAuth,
    logged,
    visitor,
    change,
    async signUp(name = 'Ann', address?: string) {
      const person = visitor(address)
      await person.signUp(name)
      return person
    },
    verifyEmail: ({ email }) =>
      change((db) => db.write`update "user" set "emailVerified" = true, "proved" = true where "email" = ${email}`),
    dropOrphanedEmails: () => change((db) => db.write`delete from "mailBudget"`),
    makeStale: ({ email }) =>
      change(
        (db) => db.write`
          update "session" set "updatedAt" = "updatedAt" - interval '2 d'
          where "userId" = (select "id" from "user" where "email" = ${email})`,
      ),
  }
}
