import { type BrowserContext, type BrowserContextOptions, type Page, expect, test as base } from '@playwright/test'
import { recordInteractions } from './interactions.ts'
import { type Mail, findMails } from './mails.ts'

/** Where `npm run bench -- interactions` wants to have what users wait for. */
const interactions = process.env['INTERACTIONS_FILE']

interface Fixtures {
  /** What a test expects the browser's console to complain about, because it provokes it. */
  expectedComplaints: RegExp | null
  /** A page in a new browser profile: another person, or the same one somewhere else. */
  openBrowser: (options?: BrowserContextOptions) => Promise<Page>
  /** The newest mail to an address, with a link that leads to `path` if that is given; as soon as there is one. */
  mailTo: (address: string, path?: string) => Promise<Mail>
}

/**
 * Playwright's `test` on the running product. A test fails when a page of it writes a warning or an error to the console (a
 * violation of the content security policy does) or leaves an exception uncaught.
 */
export const test = base.extend<Fixtures>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads a fixture's needs from this pattern
  baseURL: ({}, use) => use(process.env['PRODUCT_URL']),
  expectedComplaints: [null, { option: true }],
  openBrowser: async ({ browser, baseURL, expectedComplaints }, use, { title }) => {
    const complaints: string[] = []
    const contexts: BrowserContext[] = []
    const countInteractions: (() => Promise<void>)[] = []
    await use(async (options) => {
      const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: 'en-US', ...options })
      contexts.push(context)
      collectComplaints(context, complaints)
      if (interactions) countInteractions.push(await recordInteractions(context, title, interactions))
      return context.newPage()
    })
    for (const count of countInteractions) await count()
    for (const context of contexts) await context.close()
    const unexpected = complaints.filter((complaint) => !expectedComplaints?.test(complaint))
    expect(unexpected, 'what the browser complained about').toEqual([])
  },
  page: ({ openBrowser, contextOptions }, use) => openBrowser(contextOptions).then(use),
  mailTo: async ({ request }, use) => {
    await use(async (address, path = '') => {
      const find = async () => (await findMails(request, address)).filter(({ url }) => url.includes(path))
      await expect.poll(find, `a mail to ${address}`).not.toEqual([])
      const [newest] = await find()
      if (!newest) throw new Error(`no mail to ${address}`)
      return newest
    })
  },
})

export { expect }

/** Chromium says so after a few seconds, which a busy machine takes for anything; page-weight.spec.ts tells what is fetched in vain. */
const saysThatItIsSlow = /was preloaded using link preload but not used within a few seconds/

function collectComplaints(context: BrowserContext, complaints: string[]): void {
  context.on('console', (message) => {
    if (/error|warning/.test(message.type()) && !saysThatItIsSlow.test(message.text())) {
      complaints.push(`${message.type()}: ${message.text()} (${message.location().url})`)
    }
  })
  context.on('weberror', (error) => complaints.push(`uncaught: ${error.error().message}`))
}
