import type postgres from 'postgres'

/** A query of postgres.js from inside: what it is made of, and how it ends. */
export interface Statement {
  readonly strings: readonly string[]
  readonly args: readonly unknown[]
  /** By the tag, with values; not by `unsafe`. */
  readonly tagged: boolean
  /** The server works on it. */
  readonly active: boolean
  resolve: (rows: unknown) => void
  reject: (error: unknown) => void
  /** Who runs it when it is awaited. */
  handler: (statement: Statement) => void
}

export function isStatement(made: unknown): made is Statement {
  return made instanceof Promise && 'handler' in made && 'strings' in made && 'resolve' in made && 'reject' in made
}

export function asStatement(made: unknown): Statement {
  if (!isStatement(made)) throw new Error('This version of postgres.js makes its queries in another way.')
  return made
}

/** The same query, that was not run yet. */
export const copyOf = (client: postgres.Sql, { strings, args }: Statement): Statement =>
  asStatement(Reflect.apply(client, undefined, [strings, ...args]))

const changes =
  /\b(insert|update|delete|merge|truncate|share|lock|into|nextval|setval|set_config|pg_advisory\w*|pg_notify)\b/i
const knownParts = new WeakMap<readonly string[], boolean>()

/** Whether a statement only reads; its connection is in a session that refuses all else. */
export const onlyReads = (query: Statement): boolean =>
  query.tagged && /^\s*(select|with)\b/i.test(query.strings[0] ?? '') && changesNothing(query)

function changesNothing({ strings, args }: Statement): boolean {
  let known = knownParts.get(strings)
  if (known === undefined) knownParts.set(strings, (known = !strings.some((text) => changes.test(text))))
  return known && args.every((arg) => !isStatement(arg) || changesNothing(arg))
}

/**
 * The tag of `client`, whose queries go through `run`. A query of postgres.js is lazy and may turn out to be a fragment of
 * another one, so the connection is chosen when it runs: in the `handler` that postgres.js then calls.
 */
export function dispatching(client: postgres.Sql, run: (statement: Statement) => void): postgres.ISql {
  const redirect = (made: unknown): unknown => {
    if (isStatement(made)) made.handler = run
    return made
  }
  return new Proxy(client, {
    apply: (target, self, args) => redirect(Reflect.apply(target, self, args)),
    get: (target, key) => {
      const value: unknown = Reflect.get(target, key)
      if (key !== 'unsafe' || typeof value !== 'function') return value
      return (...args: unknown[]) => redirect(Reflect.apply(value, target, args))
    },
  })
}
