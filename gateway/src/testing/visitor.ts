import { randomBytes } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { publicOrigin } from './start-rest-auth.ts'

const password = 'correct horse battery'

interface GraphQLResponse {
  readonly status: number
  readonly data: unknown
  readonly errors: readonly {
    message: string
    path?: (string | number)[]
    extensions: { code: string; [more: string]: unknown }
  }[]
  readonly headers: Headers
  readonly text: string
  /** Returns the value at this path of `data`, or throws. */
  at(...path: (string | number)[]): unknown
  textAt(...path: (string | number)[]): string
}

/** A browser on our own origin, with cookies for the gateway and rest-auth. */
export interface Visitor {
  readonly email: string
  readonly cookies: Map<string, string>
  graphql(query: string, variables?: object, headers?: Record<string, string>): Promise<GraphQLResponse>
  /** Calls rest-auth itself. */
  rest(method: 'GET' | 'POST', path: string, body?: unknown): Promise<{ status: number; body: unknown }>
  signUp(name: string): Promise<void>
}

/** `address` is the IP address that a trusted proxy reports. */
export function createVisitor(gatewayUrl: string, restAuthUrl: string, address?: string): Visitor {
  const cookies = new Map<string, string>()
  const email = `${randomBytes(6).toString('hex')}@example.com`
  const own = () => ({
    origin: publicOrigin,
    'content-type': 'application/json',
    ...(address !== undefined && { 'x-forwarded-for': address }),
    ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
  })
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      if (/max-age=0/i.test(line)) cookies.delete(pair.slice(0, at))
      else cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
  const visitor: Visitor = {
    email,
    cookies,
    async graphql(query, variables, headers) {
      const response = await fetch(`${gatewayUrl}/graphql`, {
        method: 'POST',
        headers: { ...own(), ...headers },
        body: JSON.stringify({ query, variables }),
      })
      keep(response)
      return toResult(response, await response.text())
    },
    async rest(method, path, body) {
      const response = await fetch(`${restAuthUrl}/api/auth${path}`, {
        method,
        headers: own(),
        ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
      })
      keep(response)
      const text = await response.text()
      // Retry like a client: on a busy machine the hash queue may be full.
      if (response.status === 503 && response.headers.get('retry-after') === '2') {
        await setTimeout(200)
        return visitor.rest(method, path, body)
      }
      return { status: response.status, body: text === '' ? null : JSON.parse(text) }
    },
    async signUp(name) {
      const { status } = await visitor.rest('POST', '/sign-up/email', { name, email, password })
      if (status !== 200) throw new Error(`sign-up returned ${status}`)
    },
  }
  return visitor
}

function toResult(response: Response, text: string): GraphQLResponse {
  const json: { data?: unknown; errors?: GraphQLResponse['errors'] } = JSON.parse(text)
  const at = (...path: (string | number)[]): unknown =>
    path.reduce<unknown>((value, key) => {
      if (typeof value !== 'object' || value === null || !(key in value))
        throw new Error(`nothing at ${path.join('.')} of ${text}`)
      return Reflect.get(value, key)
    }, json.data)
  const { status, headers } = response
  return {
    status,
    headers,
    text,
    data: json.data,
    errors: json.errors ?? [],
    at,
    textAt: (...path) => String(at(...path)),
  }
}
