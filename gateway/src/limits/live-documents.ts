import { type FieldNode, Kind, parse } from 'graphql'
import { z } from 'zod'
import { limits } from './limits.ts'

const answer = z.object({ documents: z.record(z.string(), z.string()) })

/** In milliseconds: what is not known is asked for at most so often, what is known at least so often. */
const askedAtMostEvery = 1000
const askedAtLeastEvery = 30_000

/** Documents of one answer of the registry. */
interface Known {
  readonly byId: ReadonlyMap<string, string>
  readonly plain: ReadonlySet<string>
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

  /** The text of a document by its hash, with "sha256:" before it or without. */
  async find(documentId: string): Promise<string | undefined> {
    const hash = documentId.replace(/^sha256:/, '')
    return this.#look((known) => known.byId.get(hash))
  }

  /** Whether a text asks for what one of the documents does. */
  async admits(text: string): Promise<boolean> {
    const plain = plainText(text)
    if (plain === null) return false
    return (await this.#look((known) => (known.plain.has(plain) ? true : undefined))) ?? false
  }

  /** Asks the registry first where there is nothing yet, or where what is looked for may be new. */
  async #look<T>(find: (known: Known) => T | undefined): Promise<T | undefined> {
    const found = this.#known && find(this.#known)
    const age = this.#now() - this.#askedAt
    if (age < askedAtMostEvery) await this.#asking
    else if (found === undefined || age > askedAtLeastEvery) {
      this.#askedAt = this.#now()
      this.#asking = this.#ask().catch(() => undefined)
      if (found === undefined) await this.#asking
    }
    return this.#known && find(this.#known)
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
      plain: new Set(Object.values(documents).flatMap((text) => plainText(text) ?? [])),
      etag: response.headers.get('etag') ?? '""',
    }
  }
}

/** What a document asks for, whatever its layout, order and `__typename`: generators sort, and clients add. Null when it is none. */
function plainText(text: string): string | null {
  try {
    return withoutOrder(parse(text, { maxTokens: limits.tokens, noLocation: true }))
  } catch {
    return null
  }
}

function withoutOrder(node: unknown, key = ''): string {
  if (Array.isArray(node)) {
    const parts = node.filter((part) => !isTypename(part)).map((part) => withoutOrder(part))
    // Only of a list value the order has a meaning that another document could have too.
    return `[${(key === 'values' ? parts : parts.toSorted()).join(',')}]`
  }
  if (typeof node !== 'object' || node === null) return JSON.stringify(node) ?? ''
  const entries = Object.entries(node).map(([name, value]) => `${name}:${withoutOrder(value, name)}`)
  return `{${entries.toSorted().join(',')}}`
}

const isTypename = (part: FieldNode | { kind: Exclude<Kind, Kind.FIELD> }): boolean =>
  part.kind === Kind.FIELD && part.name.value === '__typename' && part.alias === undefined
