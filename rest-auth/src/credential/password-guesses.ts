import type { ZxcvbnFactory } from '@zxcvbn-ts/core'

// The screens estimate with it too, while one types: it knows neither Node nor the rest of rest-auth.

/** Fewer guesses than this are made by whoever knows which passwords are common: zxcvbn's score 0 or 1. */
export const commonBelow = 1e6
/** The estimate takes time that grows with the square of the length; so many characters alone are enough. */
const charactersJudged = 20
/** What is added to a word of one's own is no secret if it is shorter. */
const ownCharacters = 5

let estimator: Promise<ZxcvbnFactory> | undefined

/** The dictionaries take 20 MB and some 100 ms to load: not before somebody chooses a password. */
async function loadEstimator(): Promise<ZxcvbnFactory> {
  const [{ ZxcvbnFactory: Estimator }, { dictionary, adjacencyGraphs }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ])
  // More substitutions (`p4ssw0rd`) than these take ten times as long.
  return new Estimator({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 16 })
}

/** The guesses needed by someone who knows common passwords and `names`, those of the person and the site. */
export async function guessesOf(password: string, names: readonly string[]): Promise<number> {
  const folded = password.normalize('NFKC').toLowerCase()
  const words = wordsOf(names)
  const isOwn = words.some((word) => folded.includes(word) && folded.length < word.length + ownCharacters)
  if (isOwn || folded.trim() === '') return 0
  estimator ??= loadEstimator()
  return (await estimator).check(folded.slice(0, charactersJudged), words).guesses
}

/** Names whole and in parts, an address without its domain and a host without its dots too, in lower case. */
function wordsOf(names: readonly string[]): string[] {
  const texts = names.flatMap((name) => [name, name.split('@')[0] ?? '', ...name.split('.')])
  const words = texts.flatMap((text) => {
    const parts = text.split(/[^\p{L}\p{N}]+/u)
    return [text, parts.join(''), ...parts]
  })
  return [...new Set(words.map((word) => word.normalize('NFKC').toLowerCase()))].filter((word) => word.length > 2)
}
