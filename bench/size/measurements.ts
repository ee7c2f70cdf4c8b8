import { globSync, readFileSync } from 'node:fs'
import { type Context, deriveSecrets, signValue } from 'rest-auth/testing/measuring'
import { routesOf } from 'rest-auth/testing/routes'
import { documentCalls, restCalls, tokenOf, work, type Call } from './calls.ts'
import type { Subject } from './subject.ts'

/** A call that can be sent to a database of either size. */
export interface Measurement {
  readonly name: string
  readonly call: Call
  /** Returns the length of the response. Throws if it is not a success. */
  readonly send: (subject: Subject, more: object) => Promise<number>
}

const root = new URL('../../', import.meta.url).pathname

/** Returns the documents of the screens by name. */
function documentsOfScreens(): Map<string, string> {
  const files = globSync('*/src/generated/persisted-documents.json', { cwd: root })
  const texts = files.flatMap((file) => Object.values<string>(JSON.parse(readFileSync(root + file, 'utf8'))))
  return new Map(texts.map((text) => [/(?:query|mutation) (\w+)/.exec(text)?.[1] ?? text, text]))
}

/** @throws if a call or document is missing here, or no longer exists */
export async function measurements({ restAuth }: Subject): Promise<Measurement[]> {
  const routes = (await routesOf(restAuth)).map(({ method, path }) => `${method} ${path}`)
  const documents = documentsOfScreens()
  mustBeSame('bench/size/calls.ts, restCalls', Object.keys(restCalls), routes)
  mustBeSame('bench/size/calls.ts, documentCalls', Object.keys(documentCalls), [...documents.keys()])
  const named = (name: string, call: Call) => (call.note ? `${name} (${call.note})` : name)
  return [
    ...Object.entries(restCalls).flatMap(([name, calls]) =>
      typeof calls === 'string'
        ? []
        : calls.map((call) => ({ name: named(name, call), call, send: restSender(name, call) })),
    ),
    ...Object.entries(documentCalls).flatMap(([name, calls]) =>
      calls.map((call) => ({
        name: named(name, call),
        call,
        send: documentSender(documents.get(name) ?? '', call),
      })),
    ),
    ...Object.entries(work).map(([name, run]) => ({
      name,
      call: {},
      send: async ({ ctx }: Subject) => {
        await run(ctx)
        return 0
      },
    })),
  ]
}

function mustBeSame(place: string, told: readonly string[], there: readonly string[]): void {
  const missing = there.filter((name) => !told.includes(name))
  const gone = told.filter((name) => !there.includes(name))
  if (missing.length > 0) throw new Error(`${place}: add ${missing.join(', ')}, or the reason not to measure it`)
  if (gone.length > 0) throw new Error(`${place}: remove ${gone.join(', ')}, which no longer exists`)
}

let turn = 0
function headersOf({ config }: Context, { as, cookies = {} }: Call): Record<string, string> {
  const all = { ...cookies, ...(as && { session_token: tokenOf(as) }) }
  const cookie = Object.entries(all)
    .map(([name, value]) => `better-auth.${name}=${encodeURIComponent(signedAs(config, name, value))}`)
    .join('; ')
  turn += 1
  return {
    origin: 'http://localhost:3000',
    'content-type': 'application/json',
    // Different IP addresses: rate limits are active but never reached.
    'x-forwarded-for': `10.${(turn >> 16) & 255}.${(turn >> 8) & 255}.${turn & 255}`,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64)',
    ...(cookie && { cookie }),
  }
}

const signedAs = ({ secrets }: Context['config'], name: string, value: string): string =>
  signValue(name.startsWith('session_token') ? secrets : deriveSecrets(secrets, `cookie ${name}`), value)

function restSender(route: string, call: Call): Measurement['send'] {
  const [method = '', template = ''] = route.split(' ')
  return async ({ restAuth, ctx }, more) => {
    const query = { ...call.query, ...(method === 'GET' ? more : {}) }
    const path = template.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(Reflect.get(query, name)))
    const response = await restAuth.inject({
      method: method === 'GET' ? 'GET' : 'POST',
      url: `/api/auth${path}`,
      headers: headersOf(ctx, call),
      query,
      ...(method === 'POST' && { payload: JSON.stringify({ ...call.body, ...more }) }),
    })
    const hasResponse = call.refused ? response.statusCode === call.refused : response.statusCode < 400
    if (!hasResponse || /error=/.test(response.headers.location ?? ''))
      throw new Error(`${route} responded with ${response.statusCode} ${response.headers.location ?? response.body}`)
    return response.body.length
  }
}

function documentSender(query: string, call: Call): Measurement['send'] {
  return async ({ gateway, ctx }) => {
    const response = await gateway.inject({
      method: 'POST',
      url: '/graphql',
      headers: headersOf(ctx, call),
      payload: JSON.stringify({ query, variables: call.variables }),
    })
    const body: { data?: object; errors?: object } = response.json()
    if (body.errors || /"userErrors":\[\{/.test(response.body))
      throw new Error(`${query}\nfailed with ${response.statusCode} ${response.body.slice(0, 2000)}`)
    return response.body.length
  }
}
