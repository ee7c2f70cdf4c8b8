import { ApiError } from '../errors.ts'

const maxDepth = 100
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Rejects JSON that parsers read differently, and nesting that would exhaust the stack. */
export function parseJsonBody(body: Buffer): unknown {
  if (body.length === 0) return {}
  try {
    const text = utf8.decode(body)
    const value: unknown = JSON.parse(text)
    if (isRefused(text)) throw new ApiError('INVALID_BODY')
    return value
  } catch {
    throw new ApiError('INVALID_BODY')
  }
}

/** Undefined if it is malformed or contains NUL, which PostgreSQL cannot store. */
export function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text)
    return containsNul(value) ? undefined : value
  } catch {
    return undefined
  }
}

export function containsNul(value: unknown): boolean {
  const open = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string' && next.includes('\0')) return true
    if (typeof next === 'object' && next !== null) for (const entry of Object.entries(next)) open.push(...entry)
  }
  return false
}

/** `text` must be valid JSON. */
function isRefused(text: string): boolean {
  const open: Set<string>[] = []
  for (const [token, closing] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') {
      if (open.push(new Set()) > maxDepth) return true
    } else if (token === '}' || token === ']') open.pop()
    else if (closing !== undefined) {
      const name: unknown = JSON.parse(token.slice(0, token.length - closing.length))
      const names = open.at(-1)
      if (typeof name !== 'string' || name === '__proto__' || names?.has(name)) return true
      names?.add(name)
    }
  }
  return false
}
