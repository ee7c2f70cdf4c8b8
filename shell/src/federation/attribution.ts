import type { Lock } from 'contract/lock.ts'

interface Owner {
  remote: string
  version: string
}

/** Whose code a file is; `shared`: kit or a library of it, which whoever calls it answers for. */
type Part = Owner | 'shared' | 'other'

/** The end of a line of a stack, as Chromium (`at f (url:1:2)`), Firefox and Safari (`f@url:1:2`) write it. */
const frame = /^\s*(?:at .*?\(?|.*?@)([a-z][\w+.-]*:[^\s()]+?)(?::\d+)?:\d+\)?$/

/**
 * Whose fault an error is. That says its stack: of the code that was running the innermost that is not shared. Where that is the shell's,
 * an extension's or anybody else's, it is no remote's fault, whoever called it. `file`: where it was thrown, for what has no stack.
 */
export function ownerOf(error: unknown, file: string, lock: Lock, origins: readonly string[]): Owner | null {
  const partOf = (url: string): Part => partOfPage(url, lock, origins)
  for (const stack of [...stacksOf(error), [file]]) {
    const part = stack.map(partOf).find((each) => each !== 'shared')
    if (part) return part === 'other' ? null : part
  }
  return null
}

/** The files of each stack of an error: its own, then those of its causes and parts. */
function stacksOf(error: unknown, depth = 0): string[][] {
  if (typeof error !== 'object' || error === null || depth > 4) return []
  const { stack, message, cause, errors }: { [key: string]: unknown } = { ...pick(error) }
  const own = typeof stack === 'string' ? [filesOf(stack, String(message))] : []
  const others = [cause, ...(Array.isArray(errors) ? errors : [])]
  return [...own, ...others.flatMap((each) => stacksOf(each, depth + 1))]
}

const pick = (error: object) => ({
  stack: Reflect.get(error, 'stack'),
  message: Reflect.get(error, 'message'),
  cause: Reflect.get(error, 'cause'),
  errors: Reflect.get(error, 'errors'),
})

/** Without the message, which may name any file. */
function filesOf(stack: string, message: string): string[] {
  const end = stack.indexOf(message)
  const frames = end < 0 ? stack : stack.slice(end + message.length)
  return frames.split('\n').flatMap((line) => frame.exec(line)?.[1] ?? [])
}

function partOfPage(file: string, { remotes }: Lock, origins: readonly string[]): Part {
  const url = URL.parse(file)
  if (!url || !origins.includes(url.origin)) return 'other'
  const [, remote, version] = /^\/remotes\/(mf-[\w-]+)\/([\w.+-]+)\//.exec(url.pathname) ?? []
  if (remote && version) return { remote, version }
  const [preview] = /^\/registry\/previews\/[^/]+\/files\//.exec(url.pathname) ?? []
  const tried = preview && remotes.find(({ entry }) => new URL(entry, url).pathname.startsWith(preview))
  if (tried) return { remote: tried.name, version: tried.version }
  return /^\/assets\/(development\/)?(kit|react|\d+)\./.test(url.pathname) ? 'shared' : 'other'
}
