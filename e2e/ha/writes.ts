import { randomUUID } from 'node:crypto'
import { connect } from 'database/connect.ts'
import { setTimeout as delay } from 'node:timers/promises'

/** The client's timeout in milliseconds. */
const maxWait = 8000

/** Milliseconds between the writes of one person. */
const pause = 50

/** The response to one call; status 0 if there was none. */
interface Result {
  readonly at: number
  readonly status: number
  readonly took: number
  /** A success, or 503 with Retry-After. */
  readonly isRight: boolean
}

/** People who write through rest-auth, and the responses they got. */
export interface Writes {
  readonly responses: readonly Result[]
  /** The get-session calls between the writes. */
  readonly reads: readonly Result[]
  acknowledged(): number
  /** The time (performance.now) of the first acknowledged write started at or after `since`. */
  nextAfter(since: number, timeout: number): Promise<number>
  /** The longest time in milliseconds without an acknowledged write, from `since` to now. */
  longestSilence(since: number): number
  stop(): Promise<void>
  /** Checks every acknowledged write in the database. @returns the missing ones */
  lost(databaseUrl: string): Promise<string[]>
}

/**
 * Starts `people` writers. Each signs up, creates an organization, and then alternates between
 * renaming it and signing someone up. Calls `address` for each request, to spread them over several
 * instances.
 */
export function startWrites(address: () => string, people: number): Writes {
  const run = randomUUID()
  const responses: Result[] = []
  const reads: Result[] = []
  const signedUp = new Set<string>()
  /** The last acknowledged name of each organization, and later ones without a response. */
  const names = new Map<string, { acknowledged: string; since: string[] }>()
  const stopping = new AbortController()
  let renamed = 0

  /** Records the response, which is right if it contains `expected`. */
  const ask = async (noted: Result[], path: string, init: RequestInit, cookie: string, expected = '') => {
    const at = performance.now()
    const origin = address()
    const response = await fetch(`${origin}/api/auth${path}`, {
      ...init,
      headers: { 'content-type': 'application/json', origin, cookie },
      signal: AbortSignal.timeout(maxWait),
    }).catch(() => null)
    // Only a complete response counts.
    const text = await response?.text().catch(() => null)
    const arrived = response !== null && text !== null && text !== undefined
    const isRight = arrived && (response.ok ? text.includes(expected) : response.headers.has('retry-after'))
    noted.push({ at, status: arrived ? response.status : 0, took: performance.now() - at, isRight })
    return arrived && response.ok ? new Response(text, { headers: response.headers }) : null
  }
  const post = (path: string, body: object, cookie = ''): Promise<Response | null> =>
    ask(responses, path, { method: 'POST', body: JSON.stringify(body) }, cookie)

  const signUp = async (email: string): Promise<string | null> => {
    const response = await post('/sign-up/email', { name: 'Somebody', email, password: 'correct horse battery' })
    if (!response) return null
    signedUp.add(email)
    return response.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  }

  const found = async (slug: string, cookie: string): Promise<string | null> => {
    const response = await post('/organization/create', { name: slug, slug }, cookie)
    const id: unknown = response ? Object(await response.json()).id : null
    if (typeof id !== 'string') return null
    names.set(id, { acknowledged: slug, since: [] })
    return id
  }

  const rename = async (organizationId: string, name: string, cookie: string): Promise<void> => {
    const known = names.get(organizationId)
    known?.since.push(name)
    const response = await post('/organization/update', { organizationId, data: { name } }, cookie)
    if (!response || !known) return
    renamed += 1
    known.acknowledged = name
    known.since = []
  }

  const write = async (person: number): Promise<void> => {
    let cookie: string | null = null
    let organization: string | null = null
    let email = ''
    for (let turn = 0; !stopping.signal.aborted; turn += 1) {
      const name = `${run}-${person}-${turn}`
      if (cookie === null) cookie = await signUp((email = `${name}@example.com`))
      else if (organization === null) organization = await found(name, cookie)
      else if (turn % 5 === 0) await signUp(`${name}@example.com`)
      else await rename(organization, name, cookie)
      if (cookie !== null && turn % 5 === 2) await ask(reads, '/get-session', {}, cookie, email)
      await delay(pause)
    }
  }
  const running = Array.from({ length: people }, (_, person) => write(person))

  return {
    responses,
    reads,
    acknowledged: () => signedUp.size + names.size + renamed,
    nextAfter: async (since, timeout) => {
      for (const end = performance.now() + timeout; performance.now() < end; await delay(20)) {
        const first = responses.find(({ at, status }) => at >= since && status === 200)
        if (first) return first.at + first.took
      }
      throw new Error(`No write was acknowledged within ${timeout} ms`)
    },
    longestSilence: (since) => {
      const acknowledgements = responses.filter(({ status }) => status === 200).map(({ at, took }) => at + took)
      const times = [since, ...acknowledgements.filter((at) => at > since).toSorted((a, b) => a - b), performance.now()]
      return Math.max(...times.map((at, index) => at - (times[index - 1] ?? at)))
    },
    stop: async () => {
      stopping.abort()
      await Promise.all(running)
    },
    lost: async (databaseUrl) => {
      const database = connect(databaseUrl, { connections: 1 })
      try {
        const users = await database.read<{ email: string }[]>`select "email" from "user"`
        const organizations = await database.read<
          { id: string; name: string }[]
        >`select "id", "name" from "organization"`
        const emails = new Set(users.map(({ email }) => email))
        const nameOf = new Map(organizations.map(({ id, name }) => [id, name]))
        const lostNames = [...names].filter(([id, { acknowledged, since }]) => {
          const name = nameOf.get(id)
          return name === undefined || ![acknowledged, ...since].includes(name)
        })
        return [...[...signedUp].filter((email) => !emails.has(email)), ...lostNames.map(([id]) => id)]
      } finally {
        await database.end()
      }
    },
  }
}
