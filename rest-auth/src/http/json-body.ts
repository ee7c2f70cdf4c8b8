import { ApiError } from '../errors.ts'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a JSON body (RFC 8259). Refuses what readers of the same text could understand differently: bytes that are not
 * UTF-8, two members of one name in an object, and the name `__proto__`. An empty body counts as `{}`.
 */
export function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) return {}
  try {
    const text = utf8.decode(body)
    const value: unknown = JSON.parse(text)
    if (hasAmbiguousName(text)) throw new ApiError('INVALID_BODY')
    return value
  } catch {
    throw new ApiError('INVALID_BODY')
  }
}

/** Whether an object in `text` (valid JSON) has a name twice, or `__proto__`. */
function hasAmbiguousName(text: string): boolean {
  const open: Set<string>[] = []
  for (const [token, closing] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}]/g)) {
    if (token === '{') open.push(new Set())
    else if (token === '}') open.pop()
    else if (closing !== undefined) {
      const name: unknown = JSON.parse(token.slice(0, token.length - closing.length))
      const names = open.at(-1)
      if (typeof name !== 'string' || name === '__proto__' || names?.has(name)) return true
      names?.add(name)
    }
  }
  return false
}
