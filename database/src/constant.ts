import type { Fragment, Sql } from './connect.ts'

/**
 * A piece of SQL that holds no values, such as a list of columns: built once for each tag instead of for each query, since
 * every piece is a promise of postgres.js, and building a dozen costs as much as sending the query.
 */
export function constant(build: (sql: Sql) => Fragment): (sql: Sql) => Fragment {
  const built = new WeakMap<Sql, Fragment>()
  return (sql) => {
    const known = built.get(sql)
    if (known) return known
    const fragment = build(sql)
    built.set(sql, fragment)
    return fragment
  }
}

const texts = new WeakMap<Sql, Map<string, Fragment>>()

/** The same for a text that is put together by the program alone, out of a few: it is kept for good. */
export function fixed(sql: Sql, text: string): Fragment {
  const ofTag = texts.get(sql) ?? new Map<string, Fragment>()
  texts.set(sql, ofTag)
  const fragment = ofTag.get(text) ?? sql.unsafe(text)
  ofTag.set(text, fragment)
  return fragment
}
