// A worker, because unpacking the dictionaries would block typing.
import { commonBelow, estimateGuesses } from 'rest-auth/password-guesses'

export interface StrengthQuestion {
  password: string
  names: string[]
}

/** The server rejects `common`. */
export type Strength = 'common' | 'weak' | 'good' | 'strong'

addEventListener('message', ({ data }: MessageEvent<StrengthQuestion>) => {
  estimateGuesses(data.password, data.names).then(
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin and no target
    (guesses) => postMessage(strengthOf(guesses)),
    () => {}, // the dictionaries did not load, usually because the user left the page
  )
})

function strengthOf(guesses: number): Strength {
  if (guesses < commonBelow) return 'common'
  if (guesses < 1e8) return 'weak'
  return guesses < 1e10 ? 'good' : 'strong'
}
