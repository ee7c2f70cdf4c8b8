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
