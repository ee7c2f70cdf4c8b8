import { randomUUID } from 'node:crypto'
import type { Database } from 'database/connect.ts'
import type { World } from './world.ts'

/** `status` is `none` if there was no response. */
export interface Call {
  readonly what: string
  readonly at: number
  readonly ms: number
  readonly status: number | 'none'
  /** Whether an error has a code and `retry-after`, or redirects to the page with the error. */
  readonly isFormed: boolean
}

const cookiesOf = ({ headers }: Response): string =>
  headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')

export type Caller = Awaited<ReturnType<typeof startCaller>>

const password = 'correct horse battery'
const maxWait = 10_000
const maxResets = 5
// In milliseconds, so that some are before, during and after the fault.
const resetEvery = 2500

/** Sends requests without a break and records what was acknowledged. */
export async function startCaller({ restAuth }: World) {
  const base = () => `${restAuth.url}/api/auth`
  const email = `${randomUUID()}@faults.test`
  const json = { 'content-type': 'application/json' }
  const calls: Call[] = []
  const created: string[] = []
  /** The last acknowledged name is `name <count>`. */
  const renamed = { count: 0, email }
  /** Acknowledged requests for a password reset, up to the limit per mailbox. */
  const resets = { count: 0 }
  let nextReset = performance.now()
  let cookie = ''

  const call = async (what: string, path: string, body?: object): Promise<boolean> => {
    const at = performance.now()
    let status: Call['status'] = 'none'
    let isFormed = false
    try {
      const response = await fetch(base() + path, {
        method: body ? 'POST' : 'GET',
        headers: { ...json, cookie },
        body: body ? JSON.stringify(body) : null,
        redirect: 'manual',
        signal: AbortSignal.timeout(maxWait),
      })
      const text = await response.text()
      if (cookie === '') cookie = cookiesOf(response)
      const isPage = response.status === 302 && response.headers.get('location')?.includes('error=') === true
      const isRefusal = response.headers.get('retry-after') !== null && text.includes('"code"')
      status = response.status
      isFormed = isPage || isRefusal
    } catch {
      // No response: the status stays `none`.
    }
    calls.push({ what, at, ms: performance.now() - at, status, isFormed })
    return status === 200
  }

  if (!(await call('sign up', '/sign-up/email', { email, password, name: 'name 0' })))
    throw new Error('Sign-up failed before the first fault.')
  calls.length = 0
  const what: (() => Promise<unknown>)[] = [
    () => call('get-session', '/get-session'),
    async () => {
      const slug = randomUUID()
      if (await call('create organization', '/organization/create', { name: 'x', slug })) created.push(slug)
    },
    () => call('list organizations', '/organization/list'),
    async () => {
      const count = renamed.count + 1
      if (await call('update-user', '/update-user', { name: `name ${count}` })) renamed.count = count
    },
    () => call('sign in', '/sign-in/email', { email, password }),
    async () => {
      if (performance.now() < nextReset || resets.count === maxResets) return
      nextReset = performance.now() + resetEvery
      if (await call('forgot password', '/forget-password', { email })) resets.count += 1
    },
    () => call('reset link', `/reset-password/${'x'.repeat(24)}?callbackURL=/reset`),
  ]
  const over = new AbortController()
  const work = (async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      await what[n % what.length]?.()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
  })()
  return {
    calls,
    created,
    renamed,
    resets,
    async stop() {
      over.abort()
      await work
    },
  }
}

export async function findLosses(
  db: Database,
  callers: readonly Caller[],
): Promise<{ acknowledged: number; lost: number }> {
  let [acknowledged, lost] = [0, 0]
  for (const { created, renamed, resets } of callers) {
    const found = await db.read<{ slug: string }[]>`select "slug" from "organization" where "slug" = any(${created})`
    const [user] = await db.read<{ name: string }[]>`select "name" from "user" where "email" = ${renamed.email}`
    const emails = await db.read`
      select from "mail" where "template" = 'resetPassword' and "to" = ${renamed.email}
      union all select from "mailRequest" where "request"->>'email' = ${renamed.email}`
    acknowledged += created.length + renamed.count + resets.count
    lost += created.length - found.length + Math.max(0, resets.count - emails.length)
    // A later update may be applied without a response, but none may be undone.
    if (Number(user?.name.split(' ')[1]) < renamed.count) lost += 1
  }
  return { acknowledged, lost }
}
