interface NamedStatement {
  /** For example `session.findSession`: file and function, or file and line. */
  readonly name: string
  readonly text: TemplateStringsArray
}

/** By call site, which has one object for all its calls. postgres.js prepares by text. */
const known = new WeakMap<TemplateStringsArray, NamedStatement>()

/** Adds the name of the function that calls `tag` as a comment, which PostgreSQL shows and logs. */
export function nameStatement(text: TemplateStringsArray, tag: Function): NamedStatement {
  const before = known.get(text)
  if (before) return before
  const holder = { stack: '' }
  Error.captureStackTrace(holder, tag)
  const name = callerIn(holder.stack)
  const [first = '', ...rest] = text
  const parts = [`/* ${name} */ ${first}`, ...rest]
  const named = { name, text: Object.assign(parts, { raw: parts }) }
  known.set(text, named)
  return named
}

function callerIn(stack: string): string {
  const frame = stack.split('\n')[1] ?? ''
  const [, file = 'unknown', line = ''] = /([\w.-]+?)(?:\.sql)?\.ts:(\d+):\d+\)?$/.exec(frame) ?? []
  const [, caller = line] = /^ *at (?:async )?(?:\S+\.)?#?([\w$]+) \(/.exec(frame) ?? []
  return `${file}.${caller}`
}
