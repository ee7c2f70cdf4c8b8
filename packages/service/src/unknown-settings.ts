import { closest, distance } from 'fastest-levenshtein'
import type { Environment } from './environment.ts'

/** Prefixes that only settings of this product are known to use. */
const ourWords = /^(SESSION|ORGANIZATION|PASSWORD|USERNAME|EMAIL|RATE|INVITATION|RESET|DELETE|CHANGE|TEAMS|GRAPHQL)_/
const notOurs = new Set(['SESSION_MANAGER']) // of X11

export function findUnknownSettings(known: readonly string[], env: Environment): { name: string; nearest: string }[] {
  return Object.keys(env)
    .filter((name) => !known.includes(name) && !notOurs.has(name))
    .flatMap((name) => {
      const word = ourWords.exec(name)?.[0]
      const kin = word === undefined ? [] : known.filter((other) => other.startsWith(word))
      const nearest = closest(name.toUpperCase(), kin.length > 0 ? kin : known)
      return kin.length > 0 || isTypo(name, nearest) ? [{ name, nearest }] : []
    })
}

const isTypo = (name: string, nearest: string): boolean =>
  distance(name.toUpperCase(), nearest) <= (nearest.length < 8 ? 1 : 2)
