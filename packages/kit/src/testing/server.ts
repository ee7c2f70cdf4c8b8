// Runs in Node, beside the pages that it tests.
/// <reference types="node" preserve="true" />
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { buildSchema, graphql } from 'graphql'
import type { paths } from 'rest-auth/openapi'
import { vi } from 'vitest'
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
  /** Whose session the cookie of this browser is. */
  signedIn: { user: User; session: Session } | null
  /** What rest-auth's calls answer; what may be called and answered, its OpenAPI document says. */
  rest: { [C in Call]?: (body: Body<C>) => Data<C> | Response | Promise<Data<C> | Response> }
  /** What services of remotes answer, by call: `POST /api/mf-invoices/organizations/one/invoices`. */
  services: Record<string, (body: unknown) => unknown>
  /** What the gateway's root fields answer to their arguments; the published schema makes the whole answer of it. */
  graphql: Record<string, (args: never) => unknown>
  /** Seconds until the gateway has a budget again for who asks; 0: it is not spent. */
  budgetIn: number
  /** The network is down. */
  isAway: boolean
  /** All that was asked, in order: bodies of rest-auth's calls, variables of the gateway's operations. */
  asked: { call: string; body: unknown }[]
  unknownCalls: string[]
}

const fresh = (): FakeServer => ({
  signedIn: null,
  rest: {},
  services: {},
  graphql: {},
  budgetIn: 0,
  isAway: false,
  asked: [],
  unknownCalls: [],
})

/** Stands for the network in one test. What it does not know fails the test. */
export const server = fresh()

/** As every installation has them that sets nothing else. */
const credentialRules = { password: { minLength: 8, maxLength: 128 }, username: { minLength: 3, maxLength: 30 } }

export function resetServer(): void {
  Object.assign(server, fresh())
}

const { resolve } = createRequire(import.meta.url)
const schema = buildSchema(readFileSync(resolve('gateway/schema.graphql'), 'utf8'))
const AUTH_PATH = '/api/auth'

vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => answer(new Request(input, init)))

/** The bodies or variables of one call, in order. */
export function askedOf(call: string): unknown[] {
  return server.asked.filter((one) => one.call === call).map(({ body }) => body)
}

/** An answer that is no success, as both services write it. */
export function refused(status: number, code: string, headers: Record<string, string> = {}): Response {
  return Response.json({ code, message: code }, { status, headers })
}

/** What a root field of the gateway throws where the service does not do what was asked at all. */
export function fault(code: string, more: { retryAfter?: number } = {}): Error {
  return Object.assign(new Error(code), { extensions: { code, ...more } })
}

async function answer(request: Request): Promise<Response> {
  // What is on its way when a test ends is answered by that test's server.
  const { rest, services, graphql: fields, asked, unknownCalls } = server
  if (server.isAway) throw new TypeError('Failed to fetch')
  const { pathname, search } = new URL(request.url)
  if (pathname === '/graphql') return answerOperation(await request.json(), { fields, asked, unknownCalls })
  const call = `${request.method} ${pathname.replace(AUTH_PATH, '')}`
  const text = await request.text()
  const body: unknown = text ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(search))
  if (call === 'GET /get-session') return Response.json(server.signedIn)
  if (call === 'GET /credential-rules') return Response.json(credentialRules)
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

async function answerOperation(
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

/** As gateway/src/limits/limit-rates.ts writes it, before it looks at what is asked. */
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
