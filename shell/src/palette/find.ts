export interface Findable {
  /** Normalized by `searchable`; the displayed name comes first. */
  names: readonly string[]
}

const plain: Record<string, string> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ґ: 'г' }

/** Removes case, diacritics and punctuation: "zaloz" finds "Załóż". */
export const searchable = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ıłøđßæœґ]/g, (letter) => plain[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

const plainLetters = new Map<string, string>()

/** Each key asks for all letters of up to thirty options. */
function plainLetter(letter: string): string {
  const known = plainLetters.get(letter) ?? (searchable(letter) || ' ')
  plainLetters.set(letter, known)
  return known
}

/** Splits a text so that every second part matches a typed word. */
export function splitMatches(text: string, typed: string): string[] {
  const letters = Array.from(text.normalize())
  const plains = letters.map(plainLetter)
  const whole = ` ${plains.join('')}`
  const matched = searchable(typed)
    .split(' ')
    .filter((word) => word !== '')
    .flatMap((word) => {
      const start = whole.includes(` ${word}`) ? whole.indexOf(` ${word}`) : whole.indexOf(word) - 1
      return start < 0 ? [] : [[start, start + word.length] as const]
    })
  const parts = ['']
  let at = 0
  for (const [index, letter] of letters.entries()) {
    const isMatched = matched.some(([start, end]) => at >= start && at < end)
    if (isMatched === (parts.length % 2 === 1)) parts.push('')
    parts.push(`${parts.pop()}${letter}`)
    at += plains[index]?.length ?? 0
  }
  return parts
}

/** Every word must match; if there is no such item, only the letters of each word in order. */
export function find<T extends Findable>(all: readonly T[], typed: string): T[] {
  const query = searchable(typed)
  if (query === '') return [...all]
  const words = query.split(' ')
  const found = ranked(all, (name) => rankOf(name, query, words))
  if (found.length > 0) return found
  const patterns = words.map(patternOf)
  return ranked(all, (name) => (patterns.every((pattern) => pattern.test(name)) ? 0 : null))
}

/** Matches the letters in order from the start of a word. `[^x]*x` avoids backtracking. */
const patternOf = ([first = '', ...letters]: string): RegExp =>
  new RegExp(`(^| )${first}${letters.map((letter) => `[^${letter}]*${letter}`).join('')}`)

/** A name other than the displayed one ranks half a step lower. */
function ranked<T extends Findable>(all: readonly T[], rank: (name: string) => number | null): T[] {
  const byRank: T[][] = []
  for (const item of all) {
    let best = Infinity
    for (const [index, name] of item.names.entries()) {
      const own = rank(name)
      if (own !== null) best = Math.min(best, own * 2 + Math.min(index, 1))
    }
    if (best < Infinity) (byRank[best] ??= []).push(item)
  }
  return byRank.flat()
}

/** Lower is better: 0 for an equal name, 1 for a prefix. Null if a word is missing. */
function rankOf(name: string, query: string, words: readonly string[]): number | null {
  if (name === query) return 0
  if (name.startsWith(query)) return 1
  let sum = 1
  for (const word of words) {
    if (!name.includes(word)) return null
    sum += name.startsWith(word) || name.includes(` ${word}`) ? 1 : 2
  }
  return sum
}
