import { Refusal } from '../errors.ts'
import { restAuth, type BatchAnswer, type BatchQuery } from './rest-auth-client.ts'
import type { Upstream } from './upstream.ts'

/** The parts that shall come along with each organization and team, in the form of rest-auth's batch read. */
export type Parts = Pick<BatchQuery, 'include' | 'members' | 'teams' | 'invitations' | 'teamMembers'>
type Key = 'organizationIds' | 'organizationSlugs' | 'memberIds' | 'teamIds' | 'invitationIds' | 'userIds' | 'own'

export type BatchOrganization = BatchAnswer['organizations'][number]
/** An organization, and which parts came along with it. */
export type LoadedOrganization = BatchOrganization & { readonly loaded: Parts }

/** One call to come. */
interface Call {
  /** The parts of all in it that ask for any. Null: as yet nothing does. */
  parts: Parts | null
  readonly ids: Map<Key, Set<string>>
  readonly answer: PromiseWithResolvers<BatchAnswer>
}

const noParts: Parts = {}
const largestBatch = 100

/**
 * Reads objects of one request: what is asked for in the same tick with the same parts becomes one call to rest-auth, and
 * nothing is asked for twice. Never outlives its request: its answers are what this caller may see.
 */
export class BatchReader {
  readonly #upstream: Upstream
  readonly #answers = new Map<string, Promise<BatchAnswer>>()
  #calls: Call[] = []

  constructor(upstream: Upstream) {
    this.#upstream = upstream
  }

  /** Forgets everything, because something was changed. */
  clear(): void {
    this.#answers.clear()
  }

  async organization(by: { id: string } | { slug: string }, parts: Parts): Promise<LoadedOrganization | null> {
    const [key, value] = 'id' in by ? (['organizationIds', by.id] as const) : (['organizationSlugs', by.slug] as const)
    const { organizations, loaded } = await this.#askAlong(key, value, parts)
    const organization = organizations.find(({ id, slug }) => ('id' in by ? id === by.id : slug === by.slug))
    return organization ? Object.assign(organization, { loaded }) : null
  }

  /** Parts of one organization, for fields that they did not come along for. */
  async organizationParts(id: string, parts: Parts): Promise<BatchOrganization | null> {
    return withId((await this.#ask('organizationIds', id, parts)).organizations, id)
  }

  /** A page of the caller's own organizations; `page` in the form of rest-auth's batch read. */
  async own(page: string, parts: Parts) {
    const { own, organizations, loaded } = await this.#askAlong('own', page, parts)
    const byId = new Map(
      organizations.map((organization) => [organization.id, Object.assign(organization, { loaded })]),
    )
    return { hasMore: false, ...own, items: (own?.items ?? []).flatMap((id) => byId.get(id) ?? []) }
  }

  async team(id: string, parts: Parts = noParts) {
    return withId((await this.#ask('teamIds', id, parts)).teams, id)
  }

  async member(id: string) {
    return withId((await this.#ask('memberIds', id)).members, id)
  }

  async invitation(id: string) {
    return withId((await this.#ask('invitationIds', id)).invitations, id)
  }

  async user(id: string) {
    return withId((await this.#ask('userIds', id)).users, id)
  }

  /**
   * If rest-auth refuses a part, for instance a wrong cursor, the answer comes without any: then each field asks for its own part,
   * and only the wrong one fails.
   */
  async #askAlong(key: Key, value: string, parts: Parts): Promise<BatchAnswer & { loaded: Parts }> {
    try {
      return { ...(await this.#ask(key, value, parts)), loaded: parts }
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || refusal.code !== 'VALIDATION_ERROR') throw refusal
      return { ...(await this.#ask(key, value)), loaded: noParts }
    }
  }

  #ask(key: Key, value: string, parts: Parts = noParts): Promise<BatchAnswer> {
    const question = `${key} ${value} ${JSON.stringify(parts)}`
    const known = this.#answers.get(question)
    if (known) return known
    const answer = this.#enqueue(key, value, parts)
    this.#answers.set(question, answer)
    return answer
  }

  #enqueue(key: Key, value: string, parts: Parts): Promise<BatchAnswer> {
    // What asks for no parts may travel with any call.
    const asksForParts = key.startsWith('organization') || key === 'own' || parts.teamMembers !== undefined
    const fits = (call: Call) => !asksForParts || !call.parts || haveSameParts(call.parts, parts)
    const call = this.#calls.find((waiting) => fits(waiting) && hasRoom(waiting, key)) ?? this.#open()
    if (asksForParts) call.parts ??= parts
    call.ids.set(key, (call.ids.get(key) ?? new Set()).add(value))
    return call.answer.promise
  }

  #open(): Call {
    const call: Call = { parts: null, ids: new Map(), answer: Promise.withResolvers() }
    // After all promise callbacks of this tick: the resolvers of one level have then said what they need.
    if (this.#calls.push(call) === 1) void Promise.resolve().then(() => process.nextTick(() => this.#flush()))
    return call
  }

  #flush(): void {
    const calls = this.#calls
    this.#calls = []
    for (const { parts, ids, answer } of calls) {
      const query: BatchQuery = { ...parts }
      for (const [key, values] of ids) query[key] = idsText(key, [...values])
      restAuth.readBatch(this.#upstream, query).then(answer.resolve, answer.reject)
    }
  }
}

/** Ids hold no comma, and of pages there is one; a slug that somebody asks for may hold anything. */
const idsText = (key: Key, values: string[]) =>
  key === 'organizationSlugs' ? JSON.stringify(values) : values.join(',')

const withId = <T extends { id: string }>(list: readonly T[], id: string): T | null =>
  list.find((item) => item.id === id) ?? null

const hasRoom = (call: Call, key: Key): boolean => (call.ids.get(key)?.size ?? 0) < (key === 'own' ? 1 : largestBatch)

const haveSameParts = (a: Parts, b: Parts): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
