/** Milliseconds without progress after which a load fails. */
export const IDLE_TIMEOUT = 5000
const WATCH_AFTER = 1500

const pending = new Map<Element, string>()

/** Whether a file below `folder` is loading, or one of the shell's, which all remotes wait for. */
export const isPending = (folder: string): boolean =>
  [...pending.values()].some((url) => url.startsWith(folder) || !url.includes('/remotes/'))

/** An event of the window: a file has arrived after its load had failed. */
export const LATE_FILE = 'late-file'

new MutationObserver((changes) => {
  for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (node instanceof HTMLScriptElement && node.src) watch(node, node.src)
    if (node instanceof HTMLLinkElement && node.rel === 'stylesheet') watch(node, node.href)
  }
}).observe(document.head, { childList: true })

function watch(file: Element, url: string): void {
  pending.set(file, url)
  const startedAt = performance.now()
  const settled = new AbortController()
  const giveUp = () => file.dispatchEvent(new Event('error'))
  let timer = setTimeout(giveUp, IDLE_TIMEOUT)
  const onProgress = () => {
    clearTimeout(timer)
    if (pending.has(file)) timer = setTimeout(giveUp, IDLE_TIMEOUT)
  }
  const watching = setTimeout(() => void watchProgress(url, onProgress, settled.signal).catch(() => {}), WATCH_AFTER)
  const settle = ({ type }: Event) => {
    pending.delete(file)
    clearTimeout(watching)
    clearTimeout(timer)
    settled.abort()
    if (type === 'load' && performance.now() - startedAt > IDLE_TIMEOUT) dispatchEvent(new Event(LATE_FILE))
  }
  file.addEventListener('load', settle)
  file.addEventListener('error', settle)
}

/** Browsers report no progress of scripts. Chromium shares the running download with this one. */
async function watchProgress(url: string, onProgress: () => void, signal: AbortSignal): Promise<void> {
  const { body } = await fetch(url, { signal })
  await body?.pipeTo(new WritableStream({ write: onProgress }))
}
