// Runs in Playwright, not in the page. `npx remote test` says for which product and version.
/// <reference types="node" preserve="true" />
import { randomBytes } from 'node:crypto'
import { type APIResponse, type BrowserContext, expect, type Page, test as base } from '@playwright/test'

export interface JourneyOrganization {
  id: string
  name: string
  slug: string
}

export interface Visitor {
  /** Signed in, in a browser profile of its own. */
  page: Page
  user: { id: string; name: string; email: string; password: string }
  organization: JourneyOrganization
}

export interface JourneyEmail {
  to: string
  subject: string
  text: string
  /** Its link. */
  url: string | null
}

interface Fixtures {
  /** An owner of the organization; by default of one that the journey shares. */
  asOwner: (organization?: JourneyOrganization) => Promise<Visitor>
  /** A new member of it. */
  asMember: (organization?: JourneyOrganization, role?: string) => Promise<Visitor>
  /** Creates another organization. */
  withOrganization: (name?: string) => Promise<JourneyOrganization>
  /** Pages of visitors that are opened from now on run this version; null: what everybody gets. */
  withPreview: (version: string | null) => void
  /** Waits for an email to the address, and returns the newest. */
  mail: (to: string) => Promise<JourneyEmail>
}

const { PRODUCT_URL = '', REMOTE_NAME = '', REMOTE_VERSION = '', REMOTE_TOKEN = '', CHROME } = process.env

/** A visitor whom the fixtures remove at the end. */
interface Guest extends Omit<Visitor, 'organization'> {
  context: BrowserContext
}

/** Users and organizations that a journey makes are removed at its end, also after a failure. */
export const test = base.extend<Fixtures & { journey: Journey }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  baseURL: async ({}, use) => {
    if (PRODUCT_URL === '') throw new Error('Run journeys with: npx remote test')
    await use(PRODUCT_URL)
  },
  // A browser of this machine, instead of one that Playwright has installed.
  ...(CHROME && { launchOptions: [{ executablePath: CHROME }, { scope: 'worker' }] }),
  journey: async ({ browser }, use) => {
    const journey = new Journey((options) => browser.newContext({ ...options, baseURL: PRODUCT_URL, locale: 'en-US' }))
    await use(journey)
    await journey.clear()
  },
  asOwner: ({ journey }, use) => use((organization) => journey.owner(organization)),
  asMember: ({ journey }, use) => use((organization, role) => journey.member(organization, role)),
  withOrganization: ({ journey }, use) => use((name) => journey.organization(name)),
  withPreview: ({ journey }, use) => use((version) => void (journey.version = version)),
  mail: ({ journey }, use) => use((to) => journey.mail(to)),
})

export { expect }

class Journey {
  /** Unreleased, or null. */
  version: string | null = REMOTE_VERSION || null
  readonly #open: (options: object) => Promise<BrowserContext>
  readonly #guests: Guest[] = []
  readonly #owners = new Map<string, { owner: Guest; organization: JourneyOrganization }>()
  #shared: Promise<JourneyOrganization> | undefined

  constructor(open: (options: object) => Promise<BrowserContext>) {
    this.#open = open
  }

  async organization(name = 'Acme'): Promise<JourneyOrganization> {
    const owner = await this.#signUp('Olivia Owner')
    const slug = `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-')}-${randomBytes(5).toString('hex')}`
    const { id } = await call(owner, '/api/auth/organization/create', { name, slug })
    const organization = { id: String(id), name, slug }
    this.#owners.set(organization.id, { owner, organization })
    return organization
  }

  async owner(chosen?: JourneyOrganization): Promise<Visitor> {
    const { owner, organization } = await this.#ownerOf(chosen)
    return { page: owner.page, user: owner.user, organization }
  }

  async member(chosen?: JourneyOrganization, role = 'member'): Promise<Visitor> {
    const { owner, organization } = await this.#ownerOf(chosen)
    const { page, user, context } = await this.#signUp('Max Member')
    const invitation = { email: user.email, role, organizationId: organization.id }
    const { id: invitationId } = await call(owner, '/api/auth/organization/invite-member', invitation)
    await call({ context }, '/api/auth/organization/accept-invitation', { invitationId })
    return { page, user, organization }
  }

  async mail(to: string): Promise<JourneyEmail> {
    let found: JourneyEmail[] = []
    const look = async () => {
      found = await (await fetch(`${PRODUCT_URL}/dev/mail.json?to=${encodeURIComponent(to)}`)).json()
      return found.length
    }
    await expect.poll(look, `an email to ${to}`).toBeGreaterThan(0)
    const [newest] = found
    if (!newest) throw new Error(`No email to ${to}`)
    return newest
  }

  /** Organizations first, because their only owner cannot leave. */
  async clear(): Promise<void> {
    for (const [organizationId, { owner }] of this.#owners)
      await call(owner, '/api/auth/organization/delete', { organizationId }).catch(report)
    for (const { context, user } of this.#guests) {
      await call({ context }, '/registry/previews/leave', {}).catch(report)
      await this.#remove({ context, user }).catch(report)
      await context.close()
    }
  }

  /** Somebody who has followed a link of an email gets another one to confirm. */
  async #remove({ context, user: { email, password } }: Pick<Guest, 'context' | 'user'>): Promise<void> {
    const { message } = await call({ context }, '/api/auth/delete-user', { password })
    if (message === 'User deleted') return
    const { url } = await this.mail(email)
    if (url !== null) await context.request.get(url)
  }

  async #ownerOf(chosen?: JourneyOrganization) {
    const { id } = chosen ?? (await (this.#shared ??= this.organization()))
    const found = this.#owners.get(id)
    if (!found) throw new Error('asOwner and asMember take an organization that withOrganization() has returned.')
    return found
  }

  async #signUp(name: string): Promise<Guest> {
    const context = await this.#open({})
    const account = {
      name,
      email: `journey.${randomBytes(6).toString('hex')}@example.com`,
      password: randomBytes(12).toString('hex'),
    }
    const { user } = await call({ context }, '/api/auth/sign-up/email', account)
    const id = String(Object(user)['id'])
    const guest = { page: await context.newPage(), user: { id, ...account }, context }
    this.#guests.push(guest)
    if (this.version !== null) await confirmPreview(guest, this.version)
    return guest
  }
}

/** Without `context.request`: traces contain its headers, and the token must not get into one. */
async function confirmPreview({ context, user }: Pick<Guest, 'context' | 'user'>, version: string): Promise<void> {
  const response = await fetch(`${PRODUCT_URL}/registry/previews`, {
    method: 'POST',
    headers: { authorization: `Bearer ${REMOTE_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: REMOTE_NAME, version }),
  })
  const { id, message } = Object(await response.json())
  if (!response.ok) throw new Error(`No preview of ${REMOTE_NAME} ${version}: ${message}`)
  await call({ context }, `/registry/previews/${id}/confirm`, { userId: user.id })
}

async function call({ context }: Pick<Guest, 'context'>, path: string, data: object): Promise<Record<string, unknown>> {
  const response: APIResponse = await context.request.post(path, { data, headers: { origin: PRODUCT_URL } })
  if (!response.ok()) throw new Error(`${path} responded with ${response.status()}: ${await response.text()}`)
  return Object(await response.json())
}

// oxlint-disable-next-line no-console -- for the person who runs the journeys
const report = (error: unknown): void => console.error('A journey was not removed:', error)
