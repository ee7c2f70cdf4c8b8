import { z } from 'zod'

const answer = z.object({ documents: z.record(z.string(), z.string()) })

/** In milliseconds: what is not known is asked for at most so often, what is known at least so often. */
const askedAtMostEvery = 1000
const askedAtLeastEvery = 30_000

/** Documents of one answer of the registry. */
interface Known {
  readonly byId: ReadonlyMap<string, string>
  readonly etag: string
}

/**
 * The GraphQL documents of the remotes that are live, as the registry behind `shellUrl` tells them. While it does not answer the last
 * answer holds. `now` in milliseconds.
 */
export class LiveDocuments {
  readonly #shellUrl: string
  readonly #now: () => number
  #known: Known | undefined
  #askedAt = -Infinity
  #asking: Promise<void> | undefined

  constructor(shellUrl: string, now: () => number) {
    this.#shellUrl = shellUrl
    this.#now = now
  }

  /** The text of a document by its hash, with "sha256:" before it or without. Asks the registry first for what may be new. */
  async find(documentId: string): Promise<string | undefined> {
    const hash = documentId.replace(/^sha256:/, '')
    const found = this.#known?.byId.get(hash)
    const age = this.#now() - this.#askedAt
    if (age < askedAtMostEvery) await this.#asking
    else if (found === undefined || age > askedAtLeastEvery) {
      this.#askedAt = this.#now()
      this.#asking = this.#ask().catch(() => undefined)
      if (found === undefined) await this.#asking
    }
    return this.#known?.byId.get(hash)
  }

  async #ask(): Promise<void> {
    const response = await fetch(`${this.#shellUrl}/registry/documents`, {
      headers: { 'if-none-match': this.#known?.etag ?? '""' },
      signal: AbortSignal.timeout(3000),
    })
    if (!response.ok) return
    const { documents } = answer.parse(await response.json())
    this.#known = {
      byId: new Map(Object.entries(documents)),
      etag: response.headers.get('etag') ?? '""',
    }
  }
}
