import { sql, type Fragment, type Sql } from './sql.ts'

/** A part of statements without values, such as a list of columns: built once instead of for each statement. */
export function constant(build: (sql: Sql) => Fragment): (sql: Sql) => Fragment {
  let known: Fragment | undefined
  return () => (known ??= build(sql))
}

const texts = new Map<string, Fragment>()

/** The same for a text that is composed by the program alone, out of a few: it is kept for good. */
export function fixed(text: string): Fragment {
  const known = texts.get(text) ?? sql.unsafe(text)
  texts.set(text, known)
  return known
}
