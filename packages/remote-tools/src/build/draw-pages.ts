// A process that draws the prerendered pages of a built remote with the real kit.
import { setImmediate as nextTask } from 'node:timers/promises'
import { text } from 'node:stream/consumers'
import { describe } from '../run/describe.ts'
import { isObject, openPage, propertyOf, shareScope } from '../run/open-container.ts'
import { pagesInput, productPlaceholder } from '../run/run-outcome.ts'
import { limitProcessorTime, waitIdle } from '../run/processor-time.ts'
import { createStub } from '../run/stub.ts'

limitProcessorTime(60_000)
const kitFile = 'prerender-kit.js'

const { kit, script, locales, ...input } = pagesInput.parse(JSON.parse(await text(process.stdin)))
const { window, thrown, loadScript, loadContainer } = openPage(
  { ...input, files: { ...input.files, [kitFile]: script } },
  `<meta name="application-name" content="${productPlaceholder}">`,
)
window.document.documentElement.dataset['prerender'] = ''
const wait = window.setTimeout.bind(window)
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

async function run(): Promise<unknown> {
  await loadScript(kitFile)
  const [drawPages, shared] = ['drawPages', 'shared'].map((name) => propertyOf(propertyOf(window, 'kit'), name))
  if (typeof drawPages !== 'function' || !isObject(shared)) throw thrown[0]
  const loadRemote = await loadContainer(shareScope({ ...shared, 'kit/graphql': createStub() }, kit))
  const remote = await loadRemote?.()
  if (!isObject(remote)) throw thrown[0] ?? new Error('it exports no "remote" from src/remote.tsx')
  const pages: unknown = await Reflect.apply(drawPages, undefined, [remote, locales, settle])
  if (thrown.length > 0) throw thrown[0]
  return pages
}

const late = waitIdle(5000).then(() => {
  throw new Error('it waits for something that never happens')
})
const outcome = await Promise.race([run(), late]).then(
  (pages) => ({ pages }),
  (error: unknown) => ({ pages: [], problem: describe(error) }),
)
process.stdout.write(JSON.stringify(outcome), () => process.exit(0))
