import { hash } from 'node:crypto'

const maxAge = 60_000
const maxSessions = 10_000

/** A cache for rate limits only, because a session may have ended since. */
export class KnownSessions {
  readonly #entries = new Map<string, { readonly userId: string | null; readonly until: number }>()

  userOf(credential: string, now: number): string | null | undefined {
    const found = this.#entries.get(hashOf(credential))
    return found && found.until > now ? found.userId : undefined
  }

  note(credential: string, userId: string | null, now: number): void {
    const key = hashOf(credential)
    this.#entries.delete(key) // so that the new entry is the last
    this.#entries.set(key, { userId, until: now + maxAge })
    if (this.#entries.size > maxSessions) this.#entries.delete(this.#entries.keys().next().value ?? '')
  }
}

const hashOf = (text: string): string => hash('sha256', text, 'base64')
