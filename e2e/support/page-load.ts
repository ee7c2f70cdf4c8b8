import { gzipSync } from 'node:zlib'
import type { Page, Request, Response } from '@playwright/test'

/** A file or response that a page has requested. */
export interface Loaded {
  url: string
  /** The path without the hash in the file name. */
  file: string
  type: string
  /** Gzipped size in bytes. */
  gzip: number
  /** The length of the chain of requests that led to it; 1 for the document. */
  depth: number
  /** When it was complete, in the page's time. */
  arrivedAt: number
}

export interface PageLoad {
  loaded: Loaded[]
  /** URLs of the scripts that ran, with repetitions. */
  ran: string[]
  /** URLs that the document preloads. */
  ahead: string[]
}

/** Records everything that a first visit loads. */
export async function loadPage(page: Page, path: string): Promise<PageLoad> {
  const responses: Response[] = []
  const depths = new Map<string, number>()
  const ran: string[] = []
  const devtools = await page.context().newCDPSession(page)
  devtools.on('Debugger.scriptParsed', ({ url }) => url.startsWith('http') && ran.push(url))
  await devtools.send('Debugger.enable')
  // Includes the promises that led to a call.
  await devtools.send('Debugger.setAsyncCallStackDepth', { maxDepth: 32 })
  await devtools.send('Network.enable')
  devtools.on('Network.requestWillBeSent', ({ request: { url }, initiator, type }) => {
    const before = type === 'Document' ? [] : originsOf(initiator).map((origin) => depths.get(origin) ?? 0)
    depths.set(url, Math.max(depths.get(url) ?? 0, 1 + Math.max(0, ...before)))
  })
  page.on('response', (response) => responses.push(response))
  await page.goto(path)
  await untilNothingMoreComes(page)
  const ahead = await page
    .locator('link[rel=preload]')
    .evaluateAll((links) => links.map((link) => (link instanceof HTMLLinkElement ? link.href : '')))
  const arrivals = new Map(
    await page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name, startTime, duration }) => [name, startTime + duration] as const),
    ),
  )
  await devtools.detach()
  const loaded = await Promise.all(
    responses
      .filter((response) => response.url().startsWith('http') && !isListening(response))
      .map(async (response) => ({
        url: new URL(response.url()).pathname,
        file: new URL(response.url()).pathname.replace(/\.[0-9a-f]{8}(?=\.(js|css)$)/, ''),
        type: response.request().resourceType(),
        gzip: gzipSync(await bodyOf(page, response), { level: 9 }).length,
        depth: depths.get(response.url()) ?? 0,
        // A request that started after the last check is still running.
        arrivedAt: arrivals.get(response.url()) ?? Infinity,
      })),
  )
  return { loaded: loaded.filter(({ arrivedAt }) => !isLater(arrivedAt)), ran, ahead }
}

/** After a minute, which a visit may last on a busy machine, the shell looks for an update. */
const isLater = (arrivedAt: number): boolean => arrivedAt > 60_000 && arrivedAt < Infinity

/** The shell watches late files (`files.ts`), which is not a second download. */
const isListening = (response: Response): boolean =>
  response.request().resourceType() === 'fetch' && /\.(js|css)$/.test(new URL(response.url()).pathname)

/** Chromium may have discarded it; then requests it again. */
const bodyOf = (page: Page, response: Response): Promise<Buffer> =>
  response.body().catch(async () => (await page.request.fetch(response.request())).body())

/** Like `networkidle`, but also waits while a busy machine still runs code that sends requests. */
export async function untilNothingMoreComes(page: Page): Promise<void> {
  const underWay = new Set<Request>()
  let count = 0
  const begin = (request: Request) => {
    underWay.add(request)
    count += 1
  }
  const end = (request: Request) => void underWay.delete(request)
  page.on('request', begin).on('requestfinished', end).on('requestfailed', end)
  let before: number
  do {
    before = count
    await page.waitForLoadState('networkidle')
    await page.evaluate(
      () => new Promise((idle) => requestIdleCallback(() => setTimeout(requestIdleCallback, 500, idle))),
    )
  } while (count > before || underWay.size > 0)
  page.off('request', begin).off('requestfinished', end).off('requestfailed', end)
}

interface Initiator {
  url?: string
  stack?: Stack
}

interface Stack {
  callFrames: { url: string }[]
  parent?: Stack
}

/** The document, or the scripts on the call stack. */
function originsOf({ url, stack }: Initiator): string[] {
  const frames = (each: Stack | undefined): string[] =>
    each ? [...each.callFrames.map((frame) => frame.url), ...frames(each.parent)] : []
  return [...(url === undefined ? [] : [url]), ...frames(stack)]
}

export const sizeOf = (loaded: readonly Loaded[]): number => loaded.reduce((sum, { gzip }) => sum + gzip, 0)

export const depthOf = (loaded: readonly Loaded[]): number => Math.max(...loaded.map(({ depth }) => depth))

export const tableOf = (loaded: readonly Loaded[]): string =>
  [
    ...loaded.map(({ file, gzip, depth }) => `${kilobytes(gzip)}  ${depth}  ${file}`),
    `${kilobytes(sizeOf(loaded))}  ${depthOf(loaded)}  in ${loaded.length} requests`,
  ].join('\n')

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1).padStart(7)} kB`
