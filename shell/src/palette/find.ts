export interface Findable {
  /** Names of it as `searchable` makes them, the one that is shown first. */
  names: readonly string[]
}

const plain: Record<string, string> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe', ґ: 'г' }

/** A text as it is compared: its words alone, without case and marks, so that "zaloz" finds "Załóż" and "istanbul" "İstanbul". */
export const searchable = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ıłøđßæœґ]/g, (letter) => plain[letter] ?? letter)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/**
 * What has each word that was typed, the best first: names that begin with all of it, words that begin with each, words that have each in
 * them. A further name counts less than the one that is shown; equal ones keep their order. Only where nothing has all the words, what has
 * their letters in that order is found.
 */
export function find<T extends Findable>(all: readonly T[], typed: string): T[] {
  const query = searchable(typed)
  if (query === '') return [...all]
  const words = query.split(' ')
  const found = ranked(all, (name) => rankOf(name, query, words))
  if (found.length > 0) return found
  const patterns = words.map(patternOf)
  return ranked(all, (name) => (patterns.every((pattern) => pattern.test(name)) ? 0 : null))
}

/** The letters in their order from the start of a word on; up to each the next one is looked for, so that a miss is told at once. */
const patternOf = ([first = '', ...letters]: string): RegExp =>
  new RegExp(`(^| )${first}${letters.map((letter) => `[^${letter}]*${letter}`).join('')}`)

/** What has a rank, by it: the best of a name's, where each further name counts half a rank less than the first. */
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

/** 0: the very name; 1: it begins with all that was typed; else the sum over the words; null: one of them is not in it. */
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
