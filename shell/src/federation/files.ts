/** So long nothing is heard of what is given up then, in milliseconds. */
export const SILENCE = 5000
/** A file that takes longer is listened to, in milliseconds. */
const LISTEN_AFTER = 1500

const underWay = new Map<Element, string>()

/** Whether a file is on its way that is below `folder`, or the shell's, which all wait for. */
export const isOnItsWay = (folder: string): boolean =>
  [...underWay.values()].some((url) => url.startsWith(folder) || !url.includes('/remotes/'))

/**
 * Tells `listener` of each file that came after whoever waited for it may have given up.
 * @returns how to stop
 */
export function onLateFile(listener: () => void): () => void {
  addEventListener('late-file', listener)
  return () => removeEventListener('late-file', listener)
}

// Bundlers put what they load into the head.
new MutationObserver((changes) => {
  for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
    if (node instanceof HTMLScriptElement && node.src) watch(node, node.src)
    if (node instanceof HTMLLinkElement && node.rel === 'stylesheet') watch(node, node.href)
  }
}).observe(document.head, { childList: true })

/** Fails a file of which nothing is heard any more, for whoever loads it; should it come later, that is told. */
function watch(file: Element, url: string): void {
  underWay.set(file, url)
  const asked = performance.now()
  const over = new AbortController()
  const giveUp = () => file.dispatchEvent(new Event('error'))
  let timer = setTimeout(giveUp, SILENCE)
  const heard = () => {
    clearTimeout(timer)
    if (underWay.has(file)) timer = setTimeout(giveUp, SILENCE)
  }
  const listening = setTimeout(() => void listen(url, heard, over.signal).catch(() => {}), LISTEN_AFTER)
  const settle = ({ type }: Event) => {
    underWay.delete(file)
    clearTimeout(listening)
    clearTimeout(timer)
    over.abort()
    if (type === 'load' && performance.now() - asked > SILENCE) dispatchEvent(new Event('late-file'))
  }
  file.addEventListener('load', settle)
  file.addEventListener('error', settle)
}

/**
 * Of an element's file browsers tell nothing before it is whole. Asked for once more, it is no second download: the same bytes go to both
 * (Chromium), and can be heard.
 */
async function listen(url: string, heard: () => void, signal: AbortSignal): Promise<void> {
  const { body } = await fetch(url, { signal })
  await body?.pipeTo(new WritableStream({ write: heard }))
}
