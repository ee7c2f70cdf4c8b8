import type { Fragment, Sql } from './statement.ts'

/** A part of statements without values, such as a list of columns: built once for each connection instead of for each statement. */
export function constant(build: (sql: Sql) => Fragment): (sql: Sql) => Fragment {
  let known: Fragment | undefined
  return (sql) => (known ??= build(sql).kept())
}

const texts = new Map<string, Fragment>()

/** The same for a text that is composed by the program alone, out of a few: it is kept for good. */
export function fixed(sql: Sql, text: string): Fragment {
  const known = texts.get(text) ?? sql.unsafe(text).kept()
  texts.set(text, known)
  return known
}
