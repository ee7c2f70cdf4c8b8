import { parseSetCookie } from 'cookie'

/** `fetch` with a cookie jar, like a browser: for unmodified clients in tests. */
export function createCookieFetch(send: (request: Request) => Promise<Response> = fetch): typeof fetch {
  const jar = new Map<string, string>()
  return async (input, init) => {
    const request = new Request(input, init)
    const cookies = [...jar].map(([name, value]) => `${name}=${value}`)
    if (cookies.length > 0) request.headers.set('cookie', cookies.join('; '))
    const response = await send(request)
    for (const line of response.headers.getSetCookie()) {
      const { name, value = '', maxAge } = parseSetCookie(line, { decode: (text) => text })
      if (maxAge === 0) jar.delete(name)
      else jar.set(name, value)
    }
    return response
  }
}
