// A worker, because unpacking the dictionaries would block typing.
import { commonBelow, estimateGuesses } from 'contract/password-guesses.ts'

export interface StrengthQuestion {
  /** Comes back with the answer: by then, the field may have another password. */
  id: string
  password: string
  names: string[]
}

export interface StrengthAnswer {
  id: string
  strength: Strength
}

/** The server rejects `common`. */
export type Strength = 'common' | 'weak' | 'good' | 'strong'

addEventListener('message', ({ data }: MessageEvent<StrengthQuestion>) => {
  estimateGuesses(data.password, data.names).then(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin and no target
    (guesses) => postMessage({ id: data.id, strength: strengthOf(guesses) } satisfies StrengthAnswer),
    () => {}, // the dictionaries did not load, usually because the user left the page
  )
})

function strengthOf(guesses: number): Strength {
  if (guesses < commonBelow) return 'common'
  if (guesses < 1e8) return 'weak'
  return guesses < 1e10 ? 'good' : 'strong'
}
