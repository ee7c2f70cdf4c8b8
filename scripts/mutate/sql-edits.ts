/** A piece of a text replaced by another one. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly replacement: string
}

const rewrites: readonly [pattern: RegExp, replacement: (found: string) => string][] = [
  [/\band\b/g, () => 'or'],
  [/\bor\b/g, () => 'and'],
  [/ (?:for (?:no key )?update|skip locked|distinct|desc)\b/g, () => ''],
  [/ on conflict [^$]*?do nothing/g, () => ''],
  [/\bis (?:not )?null\b/g, (found) => (found === 'is null' ? 'is not null' : 'is null')],
  [/\b(?:not )?exists\b/g, (found) => (found === 'exists' ? 'not exists' : 'exists')],
  [/(?<=\s)(?:<=?|>=?)(?=\s)/g, (found) => (found.length === 1 ? `${found}=` : found.slice(0, 1))],
  [/(?<=\s)(?:=|<>)(?=\s)/g, (found) => (found === '=' ? '<>' : '=')],
  [/\bunion all\b/g, () => 'union'],
  [/\bleft join\b/g, () => 'join'],
  [/\b(?:true|false)\b/g, (found) => String(found === 'false')],
  [/(?<=\s)\d+\b/g, (found) => String(Number(found) + 1)],
]

/** The faults that a piece of SQL can have and still be SQL; `before` is what the statement says up to there. */
export function sqlEdits(before: string, sql: string): Edit[] {
  return rewrites.flatMap(([pattern, rewrite]) =>
    [...sql.matchAll(pattern)]
      .filter(({ index, 0: found }) => found !== '=' || !assigns(before + sql.slice(0, index)))
      .map(({ index, 0: found }) => ({ start: index, end: index + found.length, replacement: rewrite(found) })),
  )
}

/** Whether a `=` after this SQL assigns: no fault, since PostgreSQL would not take another operator there. */
function assigns(before: string): boolean {
  return (
    /\b(?:set|where|on|and|or|select|when|having)\b(?!.*\b(?:set|where|on|and|or|select|when|having)\b)/s.exec(
      before,
    )?.[0] === 'set'
  )
}
