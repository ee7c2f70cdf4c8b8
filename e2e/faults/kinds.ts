// Runs in the page, as a part of remotes that are built for production: throws errors of many kinds
// on demand.

/** Functions of kit, which the kinds would bundle if they imported it. */
interface Kit {
  request: (call: () => Promise<unknown>) => Promise<unknown>
  /** `redirectTarget` of kit, called without types. */
  redirectTarget: (search: unknown) => unknown
  onEvent: (name: string, listener: () => unknown) => () => void
  /** Emits an event from another remote. */
  emitElsewhere: (name: string) => void
  loadWorker: () => Promise<{ default: string }>
  loadLater: () => Promise<{ failLater: (fail: () => never) => never }>
  loadMissing: () => Promise<unknown>
}

interface Asked {
  id: string
  kit: Kit
  /** Clicks on an element of the remote whose handler runs `run`. */
  click: (element: 'react' | 'kit', run: () => unknown) => void
}

class InvoiceError extends Error {
  override name = 'InvoiceError'
}

/** A remote named in a message did not cause the error. */
const failing =
  ({ id }: Asked) =>
  (): never => {
    throw new InvoiceError(`${id}\n    at f (${location.origin}/remotes/mf-innocent/1.0.0/assets/remote.js:1:1)\n`)
  }

const pause = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms))

async function awaiting(asked: Asked): Promise<void> {
  await pause()
  failing(asked)()
}

/** Late errors by origin. Each starts something that fails after it has returned. */
export const kinds: Record<string, (asked: Asked) => unknown> = {
  setTimeout: (asked) => setTimeout(failing(asked)),
  requestAnimationFrame: (asked) => requestAnimationFrame(failing(asked)),
  queueMicrotask: (asked) => queueMicrotask(failing(asked)),
  'Promise.then of a native promise': (asked) => void fetch('/live').then(failing(asked)),
  'reject called later': ({ id }) => new Promise((_resolve, reject) => setTimeout(() => reject(new InvoiceError(id)))),
  'Promise.any': (asked) => Promise.any([awaiting(asked), awaiting(asked)]),
  'async function': (asked) => awaiting(asked),
  'event listener': (asked) => {
    const target = document.createElement('button')
    target.addEventListener('click', failing(asked))
    target.click()
  },
  'listener of the window': (asked) => {
    addEventListener('storage', failing(asked), { once: true })
    dispatchEvent(new Event('storage'))
  },
  'handler of React': (asked) => asked.click('react', failing(asked)),
  'async handler of React': (asked) => asked.click('react', () => awaiting(asked)),
  'handler of a component of kit': (asked) => asked.click('kit', failing(asked)),
  'called by native code': (asked) =>
    setTimeout(() => JSON.stringify({ toJSON: () => [2, 1].toSorted(failing(asked)) })),
  'endless recursion': () => {
    const recurse = (): number => recurse() + 1
    setTimeout(recurse)
  },
  'abort without a reason': async () => {
    const controller = new AbortController()
    const response = fetch('/live', { signal: controller.signal })
    controller.abort()
    await response
  },
  'in a chunk that is loaded later': async (asked) => (await asked.kit.loadLater()).failLater(failing(asked)),
  'a chunk that is missing': (asked) => asked.kit.loadMissing(),
  'fetch that fails': async () => fetch('/no-response'),
  'kit, called wrongly': (asked) => setTimeout(() => asked.kit.redirectTarget(Symbol(asked.id))),
  'kit, which calls back': async (asked) => {
    const failed: unknown = await asked.kit.request(() => awaiting(asked))
    throw Object.assign(new Error(asked.id), { failed })
  },
  'kit, a listener of another remote’s event': (asked) => {
    const end = asked.kit.onEvent(asked.id, failing(asked))
    asked.kit.emitElsewhere(asked.id)
    end()
  },
  'a worker': async (asked) => {
    const { default: source } = await asked.kit.loadWorker()
    const worker = new Worker(URL.createObjectURL(new Blob([source])))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage(asked.id)
  },
  'no Error, thrown in a timer': ({ id }) =>
    setTimeout(() => {
      throw id
    }),
}

/** No page can attribute these. */
export const unknowable: typeof kinds = {
  'timeout of a signal': async () => {
    await fetch('/never', { signal: AbortSignal.timeout(5) })
  },
  'no Error, rejected': async ({ id }) => {
    await pause()
    throw { code: id }
  },
}
