import type { ZxcvbnFactory } from '@zxcvbn-ts/core'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'

/** Who a password is for. */
interface Person {
  readonly email: string
  readonly name?: string | undefined
  readonly username?: string | null | undefined
}

/** Fewer guesses than this are made by whoever knows which passwords are common: zxcvbn's score 0 or 1. */
const guessesAtLeast = 1e6
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

/**
 * Refuses what is guessed first: common passwords, also with simple changes, rows of keys or digits, dates, blanks, and what
 * the person or this site is called. Throws PASSWORD_TOO_COMMON.
 */
export async function requireUncommon(ctx: Context, password: string, person: Person): Promise<void> {
  const folded = password.normalize('NFKC').toLowerCase()
  const words = wordsOf(ctx, person)
  const isOwn = words.some((word) => folded.includes(word) && folded.length < word.length + ownCharacters)
  if (isOwn || folded.trim() === '') throw new ApiError('PASSWORD_TOO_COMMON')
  estimator ??= loadEstimator()
  const { guesses } = (await estimator).check(folded.slice(0, charactersJudged), words)
  if (guesses < guessesAtLeast) throw new ApiError('PASSWORD_TOO_COMMON')
}

/** What the person and the site are called, whole and in parts, in lower case. */
function wordsOf(ctx: Context, { email, name = '', username }: Person): string[] {
  const host = new URL(ctx.config.AUTH_URL).hostname
  const names = [email, email.split('@')[0] ?? '', name, username ?? '', host, ...host.split('.')]
  const words = names.flatMap((text) => {
    const parts = text.split(/[^\p{L}\p{N}]+/u)
    return [text, parts.join(''), ...parts]
  })
  return [...new Set(words.map((word) => word.normalize('NFKC').toLowerCase()))].filter((word) => word.length > 2)
}
