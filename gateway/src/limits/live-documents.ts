import { createHash } from 'node:crypto'
import { z } from 'zod'

const documentsResponse = z.object({ documents: z.record(z.string(), z.string()) })

// In milliseconds.
const minRefreshInterval = 1000
const maxAge = 30_000

interface Snapshot {
  readonly textByHash: ReadonlyMap<string, string>
  readonly etag: string
}

/**
 * Cached from the registry. While it is unavailable, its last response stays in use. Texts that do
 * not match their hash are ignored, so nobody who can publish changes what a hash means.
 */
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

  /** @param cookie of the request; its previews have documents that no live version has */
  async find(documentId: string, cookie = ''): Promise<string | undefined> {
    const hash = documentId.replace(/^sha256:/, '')
    return (await this.#findLive(hash)) ?? this.#findPreviewed(hash, cookie).catch(() => undefined)
  }

  /** Waits for a refresh if nothing is found; refreshes an old snapshot in the background. */
  async #findLive(hash: string): Promise<string | undefined> {
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

  async #findPreviewed(hash: string, cookie: string): Promise<string | undefined> {
    const previews = cookie.split(/; */).filter((pair) => /^(__Host-)?preview=/.test(pair))
    if (previews.length === 0 || !/^[0-9a-f]{64}$/.test(hash)) return undefined
    const response = await this.#fetch('/previews/documents', { cookie: previews.join('; ') })
    return response.ok ? (await readDocuments(response)).get(hash) : undefined
  }

  async #fetchSnapshot(): Promise<void> {
    const response = await this.#fetch('/documents', { 'if-none-match': this.#snapshot?.etag ?? '""' })
    if (!response.ok) return
    this.#snapshot = { textByHash: await readDocuments(response), etag: response.headers.get('etag') ?? '""' }
  }

  #fetch(path: string, headers: Record<string, string>): Promise<Response> {
    return fetch(`${this.#shellUrl}/registry${path}`, { headers, signal: AbortSignal.timeout(3000) })
  }
}

async function readDocuments(response: Response): Promise<ReadonlyMap<string, string>> {
  const { documents } = documentsResponse.parse(await response.json())
  return new Map(Object.entries(documents).filter(([hash, text]) => sha256(text) === hash))
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
