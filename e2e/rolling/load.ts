import type { OutgoingHttpHeaders } from 'node:http'
import { Agent, request } from 'node:https'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'

export interface Load {
  /** The number of correct responses so far, by kind. */
  readonly succeeded: ReadonlyMap<string, number>
  count(): number
  /** The failures, one line each. */
  readonly failed: readonly string[]
  /** The number of password checks refused with Retry-After because the machine was too busy. */
  busy(): number
  /** Resolves when every client has its last response. */
  stop(): Promise<void>
}

interface Result {
  readonly status: number
  readonly body: string
}

const password = 'correct horse battery'
const pause = 30
/** Low, because password hashing is slow. */
const signInShare = 0.2

/**
 * Starts people who use the product at `origin` over keep-alive connections like a browser's,
 * without retries. Every second one opens a new connection for each request.
 */
export async function startLoad(origin: string, ca: string, people: number): Promise<Load> {
  const succeeded = new Map<string, number>()
  const failed: string[] = []
  let busy = 0
  const stopped = new AbortController()
  const live = async (person: Person): Promise<void> => {
    const kinds = Object.entries(person.does)
    while (!stopped.signal.aborted) {
      for (const [kind, act] of kinds) {
        if (stopped.signal.aborted) break
        if (kind === 'sign-in' && Math.random() > signInShare) continue
        const wrong = await act().catch((error: unknown) => String(error))
        if (wrong === undefined) succeeded.set(kind, (succeeded.get(kind) ?? 0) + 1)
        else if (wrong.startsWith('503 {"code":"SERVER_BUSY"')) busy += 1
        else failed.push(`${new Date().toISOString()} ${kind}: ${wrong}`)
        await delay(pause * 2 * Math.random())
      }
    }
    person.leave()
  }
  const persons: Person[] = []
  // One by one: nginx marked all instances as down before they started, and tries each with one
  // request.
  for (let number = 0; number < people; number++) persons.push(await createPerson(origin, ca, number % 2 === 0))
  const lives = Promise.all(persons.map(live))
  return {
    succeeded,
    count: () => [...succeeded.values()].reduce((sum, count) => sum + count, 0),
    failed,
    busy: () => busy,
    stop: async () => {
      stopped.abort()
      await lives
    },
  }
}

/** Returns undefined for the expected response, otherwise the actual one. */
async function expecting(sent: Promise<Result>, isRight: (body: string) => boolean): Promise<string | undefined> {
  const { status, body } = await sent
  return status === 200 && isRight(body) ? undefined : `${status} ${body.slice(0, 300)}`
}

const isWhole = (body: string): boolean => !('errors' in JSON.parse(body))

type Person = Awaited<ReturnType<typeof createPerson>>

async function createPerson(origin: string, ca: string, keepsConnections: boolean) {
  const agent = new Agent({ ca, keepAlive: keepsConnections, timeout: 4000 })
  const jar = new Map<string, string>()
  const send = (method: string, path: string, body?: object): Promise<Result> =>
    new Promise((resolve, reject) => {
      const headers: OutgoingHttpHeaders = { origin, cookie: [...jar].map((pair) => pair.join('=')).join('; ') }
      if (body) headers['content-type'] = 'application/json'
      const call = request(new URL(path, origin), { method, agent, headers }, (response) => {
        for (const line of response.headers['set-cookie'] ?? []) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
          jar.set(name, value)
        }
        const { statusCode: status = 0 } = response
        text(response).then((said) => resolve({ status, body: said }), reject)
      })
      call.setTimeout(20_000, () => call.destroy(new Error('No response in 20 s')))
      call.on('error', reject)
      call.end(body && JSON.stringify(body))
    })
  const auth = '/api/auth'
  const graphql = (query: string, variables: object = {}): Promise<Result> =>
    send('POST', '/graphql', { query, variables })

  const email = `${crypto.randomUUID()}@example.com`
  const signedUp = await send('POST', `${auth}/sign-up/email`, { email, password, name: 'Ann' })
  if (signedUp.status !== 200) throw new Error(`Sign-up failed: ${signedUp.status} ${signedUp.body}`)
  const founded = await graphql(
    'mutation ($name: String!) { createOrganization(input: { name: $name, slug: $name }) { organization { id } } }',
    { name: email.slice(0, 20) },
  )
  const { id } = JSON.parse(founded.body).data.createOrganization.organization
  const asset = /\/assets\/[\w.-]+\.js/.exec((await send('GET', '/')).body)?.[0] ?? '/assets/none.js'
  const knows = (body: string): boolean => body.includes(email)
  /** Written by the last acknowledged write. */
  let saved = 'Ann'
  return {
    leave: () => agent.destroy(),
    does: {
      'REST read': () => expecting(send('GET', `${auth}/get-session`), (body) => knows(body) && body.includes(saved)),
      'REST write': async () => {
        const name = crypto.randomUUID()
        const wrong = await expecting(send('POST', `${auth}/update-user`, { name }), Boolean)
        if (wrong === undefined) saved = name
        return wrong
      },
      'GraphQL read': () =>
        expecting(graphql('{ viewer { user { email } organizations(first: 5) { totalCount } } }'), knows),
      'GraphQL write': () =>
        expecting(
          graphql(
            'mutation ($id: ID!, $name: String!) { updateOrganization(input: { organizationId: $id, name: $name }) { organization { name } } }',
            { id, name: crypto.randomUUID() },
          ),
          isWhole,
        ),
      document: () => expecting(send('GET', '/account/profile'), (body) => body.includes('id="lock"')),
      file: () => expecting(send('GET', asset), Boolean),
      'sign-in': () => expecting(send('POST', `${auth}/sign-in/email`, { email, password }), knows),
    },
  }
}
