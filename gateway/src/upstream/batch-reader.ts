import { Refusal } from '../errors.ts'
import { restAuth, type BatchAnswer, type BatchQuery } from './rest-auth-client.ts'
import type { Upstream } from './upstream.ts'

/** The parts that shall come along with each organization and team, in the form of rest-auth's batch read. */
export type Parts = Pick<BatchQuery, 'include' | 'members' | 'teams' | 'invitations' | 'teamMembers'>
type Key =
  | 'organizationIds'
  | 'organizationSlugs'
  | 'memberIds'
  | 'teamIds'
  | 'invitationIds'
  | 'userIds'
  | 'own'
  | 'received'

export type BatchOrganization = BatchAnswer['organizations'][number]
/** An organization, and which parts came along with it. */
export type LoadedOrganization = BatchOrganization & { readonly loaded: Parts }

/** One call to come. */
interface Call {
  /** The parts of all in it that ask for any. Null: as yet nothing does. */
  parts: Parts | null
  readonly asked: Asked[]
}

/** What is asked for by one key, with the call's parts or without any. */
interface Asked {
  readonly key: Key
  readonly withParts: boolean
  readonly ids: Set<string>
  readonly answer: PromiseWithResolvers<BatchAnswer>
}

const noParts: Parts = {}
const emptyPage = { items: [], hasMore: false }
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
    const organization = organizations.find(({ id, slug, formerSlugs }) =>
      'id' in by ? id === by.id : slug === by.slug || formerSlugs?.includes(by.slug),
    )
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

  /** A page of the invitations that the caller can accept, in the same form. */
  async received(page: string) {
    return (await this.#ask('received', page)).received ?? emptyPage
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
      if (!isInvalid(refusal)) throw refusal
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
    const withParts = key.startsWith('organization') || key === 'own' || parts.teamMembers !== undefined
    const fits = (call: Call) => !withParts || !call.parts || haveSameParts(call.parts, parts)
    const call = this.#calls.find((waiting) => fits(waiting) && hasRoom(waiting, key)) ?? this.#open()
    if (withParts) call.parts ??= parts
    let asked = call.asked.find((one) => one.key === key && one.withParts === withParts)
    if (!asked) call.asked.push((asked = { key, withParts, ids: new Set(), answer: Promise.withResolvers() }))
    asked.ids.add(value)
    return asked.answer.promise
  }

  #open(): Call {
    const call: Call = { parts: null, asked: [] }
    // After all promise callbacks of this tick: the resolvers of one level have then said what they need.
    if (this.#calls.push(call) === 1) void Promise.resolve().then(() => process.nextTick(() => this.#flush()))
    return call
  }

  #flush(): void {
    const calls = this.#calls
    this.#calls = []
    for (const { parts, asked } of calls) this.#send(parts, asked)
  }

  /** If rest-auth refuses something in it, each goes alone: what is wrong with one is no fault of the others. */
  #send(parts: Parts | null, asked: readonly Asked[]): void {
    const query: BatchQuery = asked.some(({ withParts }) => withParts) ? { ...parts } : {}
    for (const key of new Set(asked.map((one) => one.key))) query[key] = idsText(key, [...idsOf(asked, key)])
    restAuth.readBatch(this.#upstream, query).then(
      (answered) => asked.forEach(({ answer }) => answer.resolve(answered)),
      (refusal: unknown) => {
        if (asked.length > 1 && isInvalid(refusal)) asked.forEach((one) => this.#send(parts, [one]))
        else asked.forEach(({ answer }) => answer.reject(refusal))
      },
    )
  }
}

const idsOf = (asked: readonly Asked[], key: Key): Set<string> =>
  new Set(asked.flatMap((one) => (one.key === key ? [...one.ids] : [])))

const isInvalid = (refusal: unknown): boolean => refusal instanceof Refusal && refusal.code === 'VALIDATION_ERROR'

/** Ids hold no comma, and of pages there is one; a slug that somebody asks for may hold anything. */
const idsText = (key: Key, values: string[]) =>
  key === 'organizationSlugs' ? JSON.stringify(values) : values.join(',')

const withId = <T extends { id: string }>(list: readonly T[], id: string): T | null =>
  list.find((item) => item.id === id) ?? null

const isPage = (key: Key): boolean => key === 'own' || key === 'received'

const hasRoom = (call: Call, key: Key): boolean => idsOf(call.asked, key).size < (isPage(key) ? 1 : largestBatch)

const haveSameParts = (a: Parts, b: Parts): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)
