import { hash } from 'node:crypto'

/** How long an answer holds, in milliseconds: a session may have ended meanwhile. */
const remembered = 60_000

/** So many are remembered at once, the latest ones. */
const most = 10_000

/** The users of sessions seen within the last minute, for rate limits only; credentials are kept as hashes. */
export class KnownSessions {
  readonly #found = new Map<string, { readonly userId: string | null; readonly until: number }>()

  /** The user's id; null when it was found to be nobody's, undefined when that is not known (any more). */
  userOf(credential: string, now: number): string | null | undefined {
    const found = this.#found.get(hashOf(credential))
    return found && found.until > now ? found.userId : undefined
  }

  note(credential: string, userId: string | null, now: number): void {
    const key = hashOf(credential)
    this.#found.delete(key) // the latest stands last
    this.#found.set(key, { userId, until: now + remembered })
    if (this.#found.size > most) this.#found.delete(this.#found.keys().next().value ?? '')
  }
}

const hashOf = (text: string): string => hash('sha256', text, 'base64')
