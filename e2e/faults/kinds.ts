// Runs in the page, as a part of remotes that are built for production: errors of many kinds, each thrown when it is asked for.

/** What of kit the kinds need: what they import they would carry themselves. */
interface Kit {
  request: (call: () => Promise<unknown>) => Promise<unknown>
  /** Of kit `redirectTarget`, as who writes no TypeScript may call it. */
  redirectTarget: (search: unknown) => unknown
  onEvent: (name: string, listener: () => unknown) => () => void
  /** Lets another remote tell an event. */
  tellElsewhere: (name: string) => void
  loadWorker: () => Promise<{ default: string }>
  loadLater: () => Promise<{ failLater: (fail: () => never) => never }>
  loadMissing: () => Promise<unknown>
}

interface Asked {
  /** In the message, wherever the message is ours. */
  id: string
  /** Calls or awaits between what starts and what throws. */
  depth: number
  /** Which of the makers' errors it is. */
  choice: number
  kit: Kit
  /** Clicks on an element of the remote whose handler runs `run`. */
  click: (element: 'react' | 'kit', run: () => unknown) => void
}

class InvoiceError extends Error {
  override name = 'InvoiceError'
}

/** Errors as code makes or meets them. */
const makers: ((id: string) => unknown)[] = [
  (id) => {
    throw new Error(id)
  },
  (id) => {
    throw new InvoiceError(id)
  },
  (id) => {
    throw new TypeError(id, { cause: new Error('why') })
  },
  (id) => Reflect.get(Object(JSON.parse('{"a":null}')).a, id),
  (id) => JSON.parse(`{${id}`),
  (id) => document.querySelector(`[${id}`),
  (id) => decodeURIComponent(`%${id}`),
  (id) => new URL(`http://[${id}`),
  (id) => structuredClone(() => id),
  // What others have logged, or a message about another remote: who is named in it has nothing to do with it.
  (id) => {
    throw new Error(`${id}: ${location.origin}/remotes/mf-innocent/1.0.0/assets/remote.js:1:1`)
  },
  (id) => {
    throw new Error(`${id}\n    at f (${location.origin}/remotes/mf-innocent/1.0.0/assets/remote.js:1:1)\n`)
  },
]

function thrown({ id, choice }: Asked): never {
  makers[choice % makers.length]?.(id)
  throw new Error(`${id}: nothing was thrown`)
}

/** Throws below so many calls. */
function failing(asked: Asked): () => never {
  const call = (depth: number): never => {
    if (depth <= 0) return thrown(asked)
    return [depth].map((each) => call(each - 1))[0] ?? thrown(asked)
  }
  return () => call(asked.depth)
}

const pause = (ms = 0) => new Promise((resolve) => setTimeout(resolve, ms))

async function awaiting(asked: Asked, depth = asked.depth): Promise<void> {
  await (depth % 2 === 0 ? pause() : null)
  if (depth <= 0) return failing({ ...asked, depth: 1 })()
  await awaiting(asked, depth - 1)
}

async function* pages(asked: Asked) {
  yield 1
  await pause()
  yield failing(asked)()
}

/** Late errors by what runs them. Each starts something, and returns before that fails. */
export const kinds: Record<string, (asked: Asked) => unknown> = {
  setTimeout: (asked) => setTimeout(failing(asked)),
  setInterval: (asked) => {
    const timer = setInterval(() => {
      clearInterval(timer)
      failing(asked)()
    })
  },
  requestAnimationFrame: (asked) => requestAnimationFrame(failing(asked)),
  requestIdleCallback: (asked) => requestIdleCallback(failing(asked), { timeout: 20 }),
  queueMicrotask: (asked) => queueMicrotask(failing(asked)),
  'Promise.then': (asked) => void pause().then(failing(asked)),
  'Promise.then of a native promise': (asked) => void fetch('/live').then(failing(asked)),
  'Promise.finally': (asked) => void pause().finally(failing(asked)),
  'new Promise': (asked) => new Promise(failing(asked)),
  'reject called later': (asked) =>
    new Promise((_resolve, reject) => setTimeout(() => reject(new InvoiceError(asked.id)))),
  'Promise.reject': ({ id }) => Promise.reject(new Error(id)),
  'Promise.all': (asked) => Promise.all([pause(), awaiting(asked)]),
  'Promise.any': (asked) => Promise.any([awaiting(asked), awaiting(asked)]),
  'async function': (asked) => awaiting(asked),
  'async generator': async (asked) => {
    for await (const page of pages(asked)) void page
  },
  'event listener': (asked) => {
    const target = document.createElement('button')
    target.addEventListener('click', failing(asked))
    target.click()
  },
  'listener of the window': (asked) => {
    addEventListener('storage', failing(asked), { once: true })
    dispatchEvent(new Event('storage'))
  },
  'async event listener': (asked) => {
    const target = new EventTarget()
    // oxlint-disable-next-line typescript/no-misused-promises -- nobody waits for it, as happens
    target.addEventListener('change', () => awaiting(asked), { once: true })
    target.dispatchEvent(new Event('change'))
  },
  'handler of React': (asked) => asked.click('react', failing(asked)),
  'async handler of React': (asked) => asked.click('react', () => awaiting(asked)),
  'handler of a component of kit': (asked) => asked.click('kit', failing(asked)),
  MutationObserver: (asked) => {
    const target = document.createElement('p')
    const observer = new MutationObserver(failing(asked))
    observer.observe(target, { attributes: true })
    target.id = asked.id
  },
  ResizeObserver: (asked) => {
    const observer = new ResizeObserver(() => {
      observer.disconnect()
      failing(asked)()
    })
    observer.observe(document.body)
  },
  IntersectionObserver: (asked) => {
    const observer = new IntersectionObserver(() => {
      observer.disconnect()
      failing(asked)()
    })
    observer.observe(document.body)
  },
  MessageChannel: (asked) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      failing(asked)()
    })
    port1.start()
    port2.postMessage(null)
  },
  XMLHttpRequest: (asked) => {
    const call = new XMLHttpRequest()
    call.addEventListener('load', failing(asked))
    call.open('GET', '/live')
    call.send()
  },
  'called by native code': (asked) =>
    setTimeout(() => JSON.stringify({ toJSON: () => [2, 1].toSorted(failing(asked)) })),
  'endless recursion': () => {
    const recurse = (): number => recurse() + 1
    setTimeout(recurse)
  },
  abort: async ({ id }) => {
    const controller = new AbortController()
    const answer = fetch('/live', { signal: controller.signal })
    controller.abort(new InvoiceError(id))
    await answer
  },
  'abort without a reason': async () => {
    const controller = new AbortController()
    const answer = fetch('/live', { signal: controller.signal })
    controller.abort()
    await answer
  },
  'in a chunk that is loaded later': async (asked) => (await asked.kit.loadLater()).failLater(failing(asked)),
  'a chunk that is missing': (asked) => asked.kit.loadMissing(),
  'fetch of no address': async ({ id }) => fetch(`http://[${id}`),
  'fetch that fails': async () => fetch('/no-answer'),
  'kit, called wrongly': (asked) => setTimeout(() => asked.kit.redirectTarget(Symbol(asked.id))),
  'kit, which calls back': async (asked) => {
    const failed: unknown = await asked.kit.request(() => awaiting(asked))
    throw Object.assign(new Error(asked.id), { failed })
  },
  'kit, a listener of another remote’s event': (asked) => {
    const end = asked.kit.onEvent(asked.id, failing(asked))
    asked.kit.tellElsewhere(asked.id)
    end()
  },
  'answer that is no JSON': async ({ id }) => new Response(`{${id}`).json(),
  'a worker': async (asked) => {
    const { default: source } = await asked.kit.loadWorker()
    const worker = new Worker(URL.createObjectURL(new Blob([source])))
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
    worker.postMessage(asked.id)
  },
  'no Error, thrown in a timer': ({ id, choice }) =>
    setTimeout(() => {
      throw choice % 2 ? id : { code: id }
    }),
  'no Error, thrown in a listener': ({ id }) => {
    const target = new EventTarget()
    target.addEventListener('change', () => {
      throw id
    })
    target.dispatchEvent(new Event('change'))
  },
}

/** Of these no page can know more than that they were. */
export const unknowable: typeof kinds = {
  'timeout of a signal': async () => {
    await fetch('/never', { signal: AbortSignal.timeout(5) })
  },
  'no Error, rejected': async ({ id, choice }) => {
    await pause()
    throw [id, { code: id }, undefined][choice % 3]
  },
  'no Error, thrown in a handler of React': ({ id, click }) =>
    click('react', () => {
      throw id
    }),
  'DOMException made by hand, rejected': async ({ id }) => {
    throw new DOMException(id, 'DataError')
  },
}
