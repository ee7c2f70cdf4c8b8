import type { Browser, Call } from './browser.ts'
import type { TestApp } from './start-test-app.ts'

/** A program without cookies that sends a key. */
export interface Program extends Pick<Browser, 'get' | 'post'> {
  readonly key: string
}

export function programOf({ browser }: TestApp, key: string, header = 'x-api-key'): Program {
  const headers = { [header]: header === 'authorization' ? `Bearer ${key}` : key }
  const withKey = (call: Call = {}): Call => ({ ...call, headers: { ...headers, ...call.headers } })
  return {
    key,
    get: (path, call) => browser().get(path, withKey(call)),
    post: (path, body, call) => browser().post(path, body, withKey(call)),
  }
}

/** A key of the person in `browser`, or with `organizationId` one of that organization. */
export async function makeKey(t: TestApp, browser: Browser, input: object = {}): Promise<Program & { id: string }> {
  const made = await browser.post('/api-key/create', input)
  if (made.status !== 200) throw new Error(`no key: ${made.text}`)
  return { ...programOf(t, made.at('key')), id: made.at('id') }
}
