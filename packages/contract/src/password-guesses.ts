import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

/** Passwords below this number of guesses are common: zxcvbn's score 0 or 1. */
export const commonBelow = 1e6
const maxJudged = 20
/** A password made of a name needs at least this many further characters. */
const minExtra = 5

let estimator: Promise<ZxcvbnFactory> | undefined

/** Loaded on first use: the dictionaries take 20 MB and about 100 ms. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimator }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  // More substitutions (`p4ssw0rd`) take ten times as long.
  return new Estimator({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 16 })
}

/** The guesses of an attacker who knows common passwords, the person and the site. */
export async function estimateGuesses(password: string, names: readonly string[]): Promise<number> {
  const folded = password.normalize('NFKC').toLowerCase()
  const words = wordsOf(names)
  const isOwn = words.some((word) => folded.includes(word) && folded.length < word.length + minExtra)
  if (isOwn || folded.trim() === '') return 0
  estimator ??= loadEstimator()
  return (await estimator).check(folded.slice(0, maxJudged), words).guesses
}

/** Names and their parts, emails without domain and hosts without dots, all in lower case. */
function wordsOf(names: readonly string[]): string[] {
  const texts = names.flatMap((name) => [name, name.split('@')[0] ?? '', ...name.split('.')])
  const words = texts.flatMap((text) => {
    const parts = text.split(/[^\p{L}\p{N}]+/u)
    return [text, parts.join(''), ...parts]
  })
  return [...new Set(words.map((word) => word.normalize('NFKC').toLowerCase()))].filter((word) => word.length > 2)
}
