import { type BrowserContext, type BrowserContextOptions, type Page, expect, test as base } from '@playwright/test'
import { collectComplaints } from './complaints.ts'
import { type Email, findEmails } from './emails.ts'
import { recordInteractions } from './interactions.ts'

/** Set by `npm run bench -- interactions`. */
const interactions = process.env['INTERACTIONS_FILE']

interface Fixtures {
  /** Console messages that the test provokes. */
  expectedComplaints: RegExp | null
  /** Opens a page in a new browser profile. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>
  /** Waits for a new email to a recipient, with `path` in its link. Returns each only once. */
  findEmailTo: (address: string, path?: string) => Promise<Email>
}

/** Fails if a page logs a warning or an error, or throws an uncaught exception. */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  baseURL: ({}, use) => use(process.env['PRODUCT_URL']),
  expectedComplaints: [null, { option: true }],
  openBrowser: async ({ browser, baseURL, expectedComplaints }, use, { title }) => {
    const complaints: (() => string[])[] = []
    const contexts: BrowserContext[] = []
    const countInteractions: (() => Promise<void>)[] = []
    await use(async (options) => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-US', ...options })
      contexts.push(context)
      complaints.push(collectComplaints(context))
      if (interactions) countInteractions.push(await recordInteractions(context, title, interactions))
      return context.newPage()
    })
    for (const count of countInteractions) await count()
    for (const context of contexts) await context.close()
    const unexpected = complaints.flatMap((list) => list()).filter((text) => !expectedComplaints?.test(text))
    expect(unexpected, 'what the browser complained about').toEqual([])
  },
  page: ({ openBrowser, contextOptions }, use) => openBrowser(contextOptions).then(use),
  findEmailTo: async ({ request }, use) => {
    // An email comes some time after its call, so an older one may be the newest for a moment.
    const returned = new Set<string>()
    await use(async (address, path = '') => {
      const find = async () =>
        (await findEmails(request, address)).filter(({ url }) => url.includes(path) && !returned.has(url))
      await expect.poll(find, `an email to ${address}`).not.toEqual([])
      const [newest] = await find()
      if (!newest) throw new Error(`No email to ${address}`)
      returned.add(newest.url)
      return newest
    })
  },
})

export { expect }
