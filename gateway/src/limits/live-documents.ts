import { z } from 'zod'

const documentsResponse = z.object({ documents: z.record(z.string(), z.string()) })

// In milliseconds.
const minRefreshInterval = 1000
const maxAge = 30_000

interface Snapshot {
  readonly textByHash: ReadonlyMap<string, string>
  readonly etag: string
}

/** Cached from the registry. While it is unavailable, its last response stays in use. */
export class LiveDocuments {
  readonly #shellUrl: string
  readonly #now: () => number
  #snapshot: Snapshot | undefined
  #refreshedAt = -Infinity
  #refresh: Promise<void> | undefined

  constructor(shellUrl: string, now: () => number) {
    this.#shellUrl = shellUrl
    this.#now = now
  }

  /** Waits for a refresh if nothing is found; refreshes an old snapshot in the background. */
  async find(documentId: string): Promise<string | undefined> {
    const hash = documentId.replace(/^sha256:/, '')
    const found = this.#snapshot?.textByHash.get(hash)
    const age = this.#now() - this.#refreshedAt
    if (age < minRefreshInterval) await this.#refresh
    else if (found === undefined || age > maxAge) {
      this.#refreshedAt = this.#now()
      this.#refresh = this.#fetchSnapshot().catch(() => undefined)
      if (found === undefined) await this.#refresh
    }
    return this.#snapshot?.textByHash.get(hash)
  }

  async #fetchSnapshot(): Promise<void> {
    const response = await fetch(`${this.#shellUrl}/registry/documents`, {
      headers: { 'if-none-match': this.#snapshot?.etag ?? '""' },
      signal: AbortSignal.timeout(3000),
    })
    if (!response.ok) return
    const { documents } = documentsResponse.parse(await response.json())
    this.#snapshot = {
      textByHash: new Map(Object.entries(documents)),
      etag: response.headers.get('etag') ?? '""',
    }
  }
}
