import { Refusal } from './errors.ts'
import { restAuth, type BatchAnswer, type BatchQuery } from './rest-auth-client.ts'
import { toMember } from './schema/member.ts'
import { toUser } from './schema/user.ts'
import type { Upstream } from './upstream.ts'

/** The parts that shall come along with each organization and team, in the form of rest-auth's batch read. */
export type Parts = Pick<BatchQuery, 'include' | 'members' | 'teams' | 'invitations' | 'teamMembers'>
type Key = 'organizationIds' | 'organizationSlugs' | 'memberIds' | 'teamIds' | 'invitationIds' | 'userIds' | 'own'

export type BatchOrganization = BatchAnswer['organizations'][number]
/** An organization, and which parts came along with it. */
export type LoadedOrganization = BatchOrganization & { readonly loaded: Parts }

interface Call {
  /** Null: as yet nothing in it has any. */
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
  readonly #asked = new Map<string, Promise<BatchAnswer>>()
  #calls: Call[] = []

  constructor(upstream: Upstream) {
    this.#upstream = upstream
  }

  /** Forgets everything, because something was changed. */
  clear(): void {
    this.#asked.clear()
  }

  async organization(by: { id: string } | { slug: string }, parts: Parts): Promise<LoadedOrganization | null> {
    const [key, value] = 'id' in by ? (['organizationIds', by.id] as const) : (['organizationSlugs', by.slug] as const)
    const { organizations, loaded } = await this.#askAlong(key, value, parts)
    const found = organizations.find((one) => ('id' in by ? one.id === by.id : one.slug === by.slug))
    return found ? Object.assign(found, { loaded }) : null
  }

  /** Parts of one organization, for fields that they did not come along for. */
  async organizationParts(id: string, parts: Parts): Promise<BatchOrganization | null> {
    return (await this.#ask('organizationIds', id, parts)).organizations.find((one) => one.id === id) ?? null
  }

  /** A page of the caller's own organizations; `page` in the form of rest-auth's batch read. */
  async own(page: string, parts: Parts) {
    const { own, organizations, loaded } = await this.#askAlong('own', page, parts)
    const byId = new Map(organizations.map((one) => [one.id, Object.assign(one, { loaded })]))
    return { hasMore: false, ...own, items: (own?.items ?? []).flatMap((id) => byId.get(id) ?? []) }
  }

  async team(id: string, parts: Parts = noParts) {
    return (await this.#ask('teamIds', id, parts)).teams.find((one) => one.id === id) ?? null
  }

  async member(id: string) {
    const found = (await this.#ask('memberIds', id)).members.find((one) => one.id === id)
    return found ? toMember(found) : null
  }

  async invitation(id: string) {
    return (await this.#ask('invitationIds', id)).invitations.find((one) => one.id === id) ?? null
  }

  async user(id: string) {
    const found = (await this.#ask('userIds', id)).users.find((one) => one.id === id)
    return found ? toUser(found) : null
  }

  /** Where a part is refused, a wrong cursor for one, nothing comes along: each field asks anew, and the one says so itself. */
  async #askAlong(key: Key, value: string, parts: Parts): Promise<BatchAnswer & { loaded: Parts }> {
    try {
      return { ...(await this.#ask(key, value, parts)), loaded: parts }
    } catch (refusal) {
      if (!(refusal instanceof Refusal) || refusal.code !== 'VALIDATION_ERROR') throw refusal
      return { ...(await this.#ask(key, value)), loaded: noParts }
    }
  }

  #ask(key: Key, value: string, parts: Parts = noParts): Promise<BatchAnswer> {
    const name = `${key} ${value} ${JSON.stringify(parts)}`
    const asked = this.#asked.get(name)
    if (asked) return asked
    const answer = this.#enqueue(key, value, parts)
    this.#asked.set(name, answer)
    return answer
  }

  #enqueue(key: Key, value: string, parts: Parts): Promise<BatchAnswer> {
    // What asks for no parts may travel with any call.
    const asksForParts = key.startsWith('organization') || key === 'own' || parts.teamMembers !== undefined
    const call =
      this.#calls.find((one) => (!asksForParts || !one.parts || sameParts(one.parts, parts)) && hasRoom(one, key)) ??
      this.#open()
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
      for (const [key, values] of ids) query[key] = key === 'organizationSlugs' ? JSON.stringify([...values]) : [...values].join(',') // prettier-ignore
      restAuth.readBatch(this.#upstream, query).then(answer.resolve, answer.reject)
    }
  }
}

const hasRoom = (call: Call, key: Key): boolean => (call.ids.get(key)?.size ?? 0) < (key === 'own' ? 1 : largestBatch)

const sameParts = (a: Parts, b: Parts): boolean =>
  a === b ||
  (a.include === b.include && a.members === b.members && a.teams === b.teams && a.invitations === b.invitations && a.teamMembers === b.teamMembers) // prettier-ignore
