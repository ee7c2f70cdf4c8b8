import { randomUUID } from 'node:crypto'

export interface Person {
  readonly id: string
  readonly cookie: string
}

export async function call({ cookie }: Pick<Person, 'cookie'>, url: string, body?: object): Promise<unknown> {
  const response = await fetch(url, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', cookie },
    body: body ? JSON.stringify(body) : null,
    signal: AbortSignal.timeout(10_000),
  })
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${await response.text()}`)
  return response.json()
}
export const textOf = (value: unknown, ...path: string[]) =>
  String(path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), value))

export const auth = (service: { readonly url: string }, path: string) => `${service.url}/api/auth${path}`

export async function signUp(service: { readonly url: string }): Promise<Person> {
  const response = await fetch(auth(service, '/sign-up/email'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: `${randomUUID()}@faults.test`, password: 'correct horse battery', name: 'x' }),
  })
  const cookie = response.headers.getSetCookie().map((line) => line.split(';')[0])
  return { id: textOf(await response.json(), 'user', 'id'), cookie: cookie.join('; ') }
}
