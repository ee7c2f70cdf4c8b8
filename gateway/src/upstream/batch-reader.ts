import { Refusal } from '../errors.ts'
import { restAuth, type BatchResponse, type BatchQuery } from './rest-auth-client.ts'
import type { Upstream } from './upstream.ts'

/** Parts to load with each organization and team, in the format of rest-auth's batch read. */
export type Parts = Pick<BatchQuery, 'include' | 'members' | 'teams' | 'invitations' | 'teamMembers'>
type Key =
  | 'organizationIds'
  | 'organizationSlugs'
  | 'memberIds'
  | 'memberIdsForTeams'
  | 'memberIdsForFactors'
  | 'teamIds'
  | 'invitationIds'
  | 'userIds'
  | 'own'
  | 'ownTeams'
  | 'received'

export type BatchOrganization = BatchResponse['organizations'][number]
export type LoadedOrganization = BatchOrganization & { readonly loaded: Parts }

/** A call that was not sent yet. */
interface Call {
  /** The parts that all its reads with parts share. Null until there is one. */
  parts: Parts | null
  readonly reads: Read[]
}

/** Objects to read by one kind of key, with the parts of the call or without any. */
interface Read {
  readonly key: Key
  readonly withParts: boolean
  readonly ids: Set<string>
  readonly result: PromiseWithResolvers<BatchResponse>
}

const noParts: Parts = {}
const emptyPage = { items: [], hasMore: false }
const maxBatchSize = 100

/** Combines the reads of a tick, and caches them. For one request only: rights differ by caller. */
export class BatchReader {
  readonly #upstream: Upstream
  readonly #cache = new Map<string, Promise<BatchResponse>>()
  #calls: Call[] = []

  constructor(upstream: Upstream) {
    this.#upstream = upstream
  }

  clear(): void {
    this.#cache.clear()
  }

  async organization(by: { id: string } | { slug: string }, parts: Parts): Promise<LoadedOrganization | null> {
    const [key, value] = 'id' in by ? (['organizationIds', by.id] as const) : (['organizationSlugs', by.slug] as const)
    const { organizations, loaded } = await this.#readWithParts(key, value, parts)
    const organization = organizations.find(({ id, slug, formerSlugs }) =>
      'id' in by ? id === by.id : slug === by.slug || formerSlugs?.includes(by.slug),
    )
    return organization ? Object.assign(organization, { loaded }) : null
  }

  async organizationParts(id: string, parts: Parts): Promise<BatchOrganization | null> {
    return withId((await this.#read('organizationIds', id, parts)).organizations, id)
  }

  async own(page: string, parts: Parts) {
    const { own, organizations, loaded } = await this.#readWithParts('own', page, parts)
    const byId = new Map(
      organizations.map((organization) => [organization.id, Object.assign(organization, { loaded })]),
    )
    return { hasMore: false, ...own, items: (own?.items ?? []).flatMap((id) => byId.get(id) ?? []) }
  }

  async ownTeams(page: string) {
    return (await this.#read('ownTeams', page)).ownTeams ?? emptyPage
  }

  async received(page: string) {
    return (await this.#read('received', page)).received ?? emptyPage
  }

  async team(id: string, parts: Parts = noParts) {
    return withId((await this.#read('teamIds', id, parts)).teams, id)
  }

  async member(id: string) {
    return withId((await this.#read('memberIds', id)).members, id)
  }

  /** Undefined from a rest-auth of release 2.1, where members have one team. */
  async teamsOf(memberId: string) {
    const { memberTeams } = await this.#read('memberIdsForTeams', memberId)
    return memberTeams && (withId(memberTeams, memberId)?.teams ?? [])
  }

  /** Null unless the viewer may know. Also from a rest-auth of release 2.1. */
  async hasSecondFactor(memberId: string) {
    const { memberFactors = [] } = await this.#read('memberIdsForFactors', memberId)
    return withId(memberFactors, memberId)?.hasSecondFactor ?? null
  }

  async invitation(id: string) {
    return withId((await this.#read('invitationIds', id)).invitations, id)
  }

  async user(id: string) {
    return withId((await this.#read('userIds', id)).users, id)
  }

  /** If a part is invalid, such as a cursor, reads without parts, so that only its field fails. */
  async #readWithParts(key: Key, value: string, parts: Parts): Promise<BatchResponse & { loaded: Parts }> {
    try {
      return { ...(await this.#read(key, value, parts)), loaded: parts }
    } catch (refusal) {
      if (!isInvalid(refusal)) throw refusal
      return { ...(await this.#read(key, value)), loaded: noParts }
    }
  }

  #read(key: Key, value: string, parts: Parts = noParts): Promise<BatchResponse> {
    const cacheKey = `${key} ${value} ${JSON.stringify(parts)}`
    const known = this.#cache.get(cacheKey)
    if (known) return known
    const result = this.#enqueue(key, value, parts)
    this.#cache.set(cacheKey, result)
    return result
  }

  #enqueue(key: Key, value: string, parts: Parts): Promise<BatchResponse> {
    // Reads without parts can join any call.
    const withParts = key.startsWith('organization') || key === 'own' || parts.teamMembers !== undefined
    const fits = (call: Call) => !withParts || !call.parts || haveSameParts(call.parts, parts)
    const call = this.#calls.find((waiting) => fits(waiting) && hasRoom(waiting, key)) ?? this.#open()
    if (withParts) call.parts ??= parts
    let read = call.reads.find((one) => one.key === key && one.withParts === withParts)
    if (!read) call.reads.push((read = { key, withParts, ids: new Set(), result: Promise.withResolvers() }))
    read.ids.add(value)
    return read.result.promise
  }

  #open(): Call {
    const call: Call = { parts: null, reads: [] }
    // After all promise callbacks of this tick, when all resolvers of one level have run.
    if (this.#calls.push(call) === 1) void Promise.resolve().then(() => process.nextTick(() => this.#flush()))
    return call
  }

  #flush(): void {
    const calls = this.#calls
    this.#calls = []
    for (const { parts, reads } of calls) this.#send(parts, reads)
  }

  /** If the call is invalid, sends each read alone, so that only the wrong one fails. */
  #send(parts: Parts | null, reads: readonly Read[]): void {
    const query: BatchQuery = reads.some(({ withParts }) => withParts) ? { ...parts } : {}
    for (const key of new Set(reads.map((read) => read.key))) query[key] = idsText(key, [...idsOf(reads, key)])
    restAuth.readBatch(this.#upstream, query).then(
      (batch) => reads.forEach(({ result }) => result.resolve(batch)),
      (refusal: unknown) => {
        if (reads.length > 1 && isInvalid(refusal)) reads.forEach((read) => this.#send(parts, [read]))
        else reads.forEach(({ result }) => result.reject(refusal))
      },
    )
  }
}

const idsOf = (reads: readonly Read[], key: Key): Set<string> =>
  new Set(reads.flatMap((read) => (read.key === key ? [...read.ids] : [])))

const isInvalid = (refusal: unknown): boolean => refusal instanceof Refusal && refusal.code === 'VALIDATION_ERROR'

/** Encodes slugs as JSON, because a requested one may contain commas, unlike ids. */
const idsText = (key: Key, values: string[]) =>
  key === 'organizationSlugs' ? JSON.stringify(values) : values.join(',')

const withId = <T extends { id: string }>(list: readonly T[], id: string): T | null =>
  list.find((item) => item.id === id) ?? null

const isPage = (key: Key): boolean => key === 'own' || key === 'ownTeams' || key === 'received'

const hasRoom = (call: Call, key: Key): boolean => idsOf(call.reads, key).size < (isPage(key) ? 1 : maxBatchSize)

const haveSameParts = (a: Parts, b: Parts): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
