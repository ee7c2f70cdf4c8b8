// A process that draws the prerendered pages of a built remote with the real kit.
import { setImmediate as nextTask } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { describe } from '../check/draw-in-dom.ts'
import { isObject, openPage, propertyOf, shareScope } from '../check/open-container.ts'
import { parseFragment, serialize } from 'parse5'
import { productPlaceholder } from '../check/page-html.ts'
import { createStub } from './stub.ts'
import { type DrawnPage, pagesInput, pagesOutcome } from './pages-file.ts'

const kitFile = 'prerender-kit.js'

const { kit, script, locales, ...input } = pagesInput.parse(JSON.parse(await text(process.stdin)))
const { window, thrown, loadScript, loadContainer } = openPage(
  { ...input, files: { ...input.files, [kitFile]: script } },
  `<meta name="application-name" content="${productPlaceholder}">`,
)
window.document.documentElement.dataset['prerender'] = ''
const { setTimeout: wait } = window
Object.assign(window, {
  BroadcastChannel,
  reportError: (error: unknown) => thrown.push(error),
  // Time stands still, and no server responds: the page as it is drawn first.
  fetch: () => new Promise(() => {}),
  setInterval: () => 0,
  setTimeout: (callback: () => void, delay = 0) => (delay > 0 ? 0 : wait(callback, 0)),
})

/** Waits for files, and for everything that needs no time. */
async function settle(): Promise<void> {
  let before = ''
  for (let unchanged = 0; unchanged < 2;) {
    await window.happyDOM.waitUntilComplete()
    await nextTask()
    const now = window.document.body.innerHTML
    unchanged = now === before ? unchanged + 1 : 0
    before = now
  }
}

async function run(): Promise<DrawnPage[]> {
  await loadScript(kitFile)
  const [drawPage, shared] = ['drawPage', 'shared'].map((name) => propertyOf(propertyOf(window, 'kit'), name))
  if (typeof drawPage !== 'function' || !isObject(shared)) throw new Error(`kit does not load: ${describe(thrown[0])}`)
  const loadRemote = await loadContainer(shareScope({ ...shared, 'kit/graphql': createStub() }, kit))
  const remote = await loadRemote?.()
  if (!isObject(remote)) throw new Error(`its module does not load: ${describe(thrown[0])}`)
  const pages: DrawnPage[] = []
  for (const pattern of findPages(remote['routes'], ''))
    for (const locale of locales) {
      const html: unknown = await Reflect.apply(drawPage, undefined, [remote, pattern, locale, settle]).catch(
        (error: unknown) => {
          throw new Error(`the page at ${pattern} throws ${describe(error)}`)
        },
      )
      if (thrown.length > 0) throw new Error(`the page at ${pattern} reports ${describe(thrown[0])}`)
      if (html === '') throw new Error(`the page at ${pattern} draws nothing`)
      pages.push({ pattern, locale, html: serialize(parseFragment(String(html))) })
    }
  return pages
}

function findPages(routes: unknown, parent: string): string[] {
  if (!Array.isArray(routes)) return []
  return routes.flatMap((route: unknown) => {
    const path = propertyOf(route, 'path')
    const part = typeof path === 'string' ? path : ''
    const pattern = part.startsWith('/') ? part : [parent, part].filter(Boolean).join('/')
    const isPage = propertyOf(route, 'prerender') === true
    if (isPage && /[*?]/.test(pattern)) throw new Error(`the route ${pattern} has "*" or "?", so its URL is unknown`)
    return [...(isPage ? [pattern || '/'] : []), ...findPages(propertyOf(route, 'children'), pattern)]
  })
}

const outcome = await run().then(
  (pages) => ({ pages }),
  (error: unknown) => ({ pages: [], problem: `cannot be prerendered: ${describe(error)}` }),
)
process.stdout.write(JSON.stringify(pagesOutcome.parse(outcome)), () => process.exit(0))
