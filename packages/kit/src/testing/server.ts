// Runs in Node, in the same process as the pages under test.
/// <reference types="node" preserve="true" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buildSchema, graphql } from 'graphql'
import type { paths } from 'contract/generated/openapi.ts'
import { vi } from 'vitest'
import type { PageOrganization } from '../organization/use-organization.ts'
import type { Session, User } from '../session/session-types.ts'

type Path = keyof paths
type Call = `GET ${Path}` | `POST ${Path}`
type Operation<C extends Call> = C extends `GET ${infer P extends Path}`
  ? paths[P]['get']
  : C extends `POST ${infer P extends Path}`
    ? paths[P]['post']
    : never
type Data<C extends Call> =
  Operation<C> extends { responses: { 200: { content: { 'application/json': infer D } } } } ? D : never
type Body<C extends Call> =
  Operation<C> extends { requestBody?: { content: { 'application/json': infer B } } } ? B : undefined

interface FakeServer {
  /** The signed-in user of this browser. */
  signedIn: { user: User; session: Session } | null
  /** That of `useOrganization`; null means that it is unknown. */
  organization: PageOrganization | null
  /** Handlers of rest-auth calls: `{ 'GET /list-sessions': () => [] }`. */
  rest: { [C in Call]?: (body: Body<C>) => Data<C> | Response | Promise<Data<C> | Response> }
  /** Handlers of remote services: `{ 'POST /api/mf-invoices/invoices': (body) => … }`. */
  services: Record<string, (body: unknown) => unknown>
  /** Resolvers of the gateway's root fields, executed with its published schema. */
  graphql: Record<string, (args: never) => unknown>
  /** Seconds until the gateway accepts queries again; 0 means it accepts them now. */
  budgetIn: number
  /** For `hasFact`. */
  facts: string[]
  /** Whether the network is down. */
  isAway: boolean
  /** All requests in order: the body of a REST call, the variables of a GraphQL operation. */
  asked: { call: string; body: unknown }[]
  unknownCalls: string[]
}

const fresh = (): FakeServer => ({
  signedIn: null,
  organization: null,
  rest: {},
  services: {},
  graphql: {},
  budgetIn: 0,
  facts: ['sign-up', 'passwords'],
  isAway: false,
  asked: [],
  unknownCalls: [],
})

/** Replaces the network in one test. Requests without a handler fail the test. */
export const server = fresh()

/** The defaults of an installation. */
const credentialRules = {
  password: { minLength: 8, maxLength: 128 },
  username: { minLength: 3, maxLength: 30 },
  signUp: true,
  passwords: true,
  resetLinkExpiresIn: 3600,
  invitationExpiresIn: 172_800,
}

export function resetServer(): void {
  Object.assign(server, fresh())
}

const { resolve } = createRequire(import.meta.url)
const schema = buildSchema(readFileSync(resolve('gateway/schema.graphql'), 'utf8'))
const AUTH_PATH = '/api/auth'

vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => respond(new Request(input, init)))

/** The bodies or variables of all requests of one call, in order. */
export function requestsOf(call: string): unknown[] {
  return server.asked.filter((one) => one.call === call).map(({ body }) => body)
}

/** An error response, for handlers in `server.rest` and `server.services`. */
export function refused(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code, message: code }, { status, headers })
}

/** A top-level GraphQL error, for handlers in `server.graphql` to throw. */
export function graphqlError(code: string, more: { retryAfter?: number } = {}): Error {
  return Object.assign(new Error(code), { extensions: { code, ...more } })
}

async function respond(request: Request): Promise<Response> {
  // A request still pending when a test ends belongs to that test.
  const { rest, services, graphql: fields, asked, unknownCalls } = server
  if (server.isAway) throw new TypeError('Failed to fetch')
  const { pathname, search } = new URL(request.url)
  if (pathname === '/graphql') return respondToOperation(await request.json(), { fields, asked, unknownCalls })
  const call = `${request.method} ${pathname.replace(AUTH_PATH, '')}`
  const text = await request.text()
  const body: unknown = text ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(search))
  if (call === 'GET /get-session') return Response.json(server.signedIn)
  if (call === 'GET /credential-rules') return Response.json(credentialRules)
  // Asked with each session without an active organization.
  if (call === 'GET /organization/list' && search === '?limit=2' && !rest[call]) return Response.json([])
  asked.push({ call, body })
  const reply: unknown = Reflect.get(rest, call) ?? services[call]
  if (typeof reply !== 'function') return unknown(call, unknownCalls)
  const data: unknown = await reply(body)
  return data instanceof Response ? data : Response.json(data)
}

interface GraphqlRequest {
  operationName: string
  query: string
  variables: Record<string, unknown>
}

async function respondToOperation(
  { operationName, query, variables }: GraphqlRequest,
  { fields, asked, unknownCalls }: Pick<FakeServer, 'asked' | 'unknownCalls'> & { fields: FakeServer['graphql'] },
): Promise<Response> {
  asked.push({ call: operationName, body: variables })
  if (server.budgetIn > 0) return overBudget(server.budgetIn)
  const rootValue = new Proxy(fields, {
    get: (known, name) => Reflect.get(known, name) ?? unknown(`${operationName}: ${String(name)}`, unknownCalls),
  })
  return Response.json(await graphql({ schema, source: query, operationName, variableValues: variables, rootValue }))
}

/** Matches gateway/src/limits/limit-rates.ts, which rejects before it reads the query. */
function overBudget(retryAfter: number): Response {
  const extensions = { code: 'RATE_LIMITED', retryAfter, limit: 5000, remaining: 0, resetAt: new Date().toISOString() }
  const message = 'Too many requests. Please try again later.'
  return Response.json(
    { errors: [{ message, extensions }] },
    {
      status: 429,
      headers: { 'content-type': 'application/graphql-response+json; charset=utf-8', 'retry-after': `${retryAfter}` },
    },
  )
}

function unknown(call: string, unknownCalls: string[]): Response {
  unknownCalls.push(call)
  return refused(501, 'UNKNOWN_TO_THE_TEST')
}
