import type { RemoteError } from 'kit'
import type { VersionLock } from 'contract/version-lock.ts'

type Owner = Pick<RemoteError, 'remote' | 'version'>

/** `shared`: kit or one of its libraries; the caller is responsible for its errors. */
type Part = Owner | 'shared' | 'other'

/** A stack frame of Chromium (`at f (url:1:2)`), Firefox or Safari (`f@url:1:2`). */
const frame = /^\s*(?:at .*?\(?|.*?@)([a-z][\w+.-]*:[^\s()]+?)(?::\d+)?:\d+\)?$/

/** Returns the owner of the innermost frame that is not shared code, if that is a remote. */
export function ownerOf(error: unknown, file: string, lock: VersionLock, origins: readonly string[]): Owner | null {
  const partOf = (url: string): Part => partOfUrl(url, lock, origins)
  for (const stack of [...stacksOf(error), [file]]) {
    const part = stack.map(partOf).find((each) => each !== 'shared')
    if (part) return part === 'other' ? null : part
  }
  return null
}

function stacksOf(error: unknown, depth = 0): string[][] {
  if (typeof error !== 'object' || error === null || depth > 4) return []
  const { stack, message, cause, errors }: Record<string, unknown> = Object(error)
  const own = typeof stack === 'string' ? [filesOf(stack, String(message))] : []
  const others = [cause, ...(Array.isArray(errors) ? errors : [])]
  return [...own, ...others.flatMap((each) => stacksOf(each, depth + 1))]
}

/** Skips the message, which may contain any URL. */
function filesOf(stack: string, message: string): string[] {
  const end = stack.indexOf(message)
  const frames = end < 0 ? stack : stack.slice(end + message.length)
  return frames.split('\n').flatMap((line) => frame.exec(line)?.[1] ?? [])
}

function partOfUrl(file: string, { remotes }: VersionLock, origins: readonly string[]): Part {
  const url = URL.parse(file)
  if (!url || !origins.includes(url.origin)) return 'other'
  const [, remote, version] = /^\/remotes\/(mf-[\w-]+)\/([\w.+-]+)\//.exec(url.pathname) ?? []
  if (remote && version) return { remote, version }
  const [preview] = /^\/registry\/previews\/[^/]+\/files\//.exec(url.pathname) ?? []
  const override = preview && remotes.find(({ entry }) => new URL(entry, url).pathname.startsWith(preview))
  if (override) return { remote: override.name, version: override.version }
  return /^\/assets\/(development\/)?(kit|react|\d+)\./.test(url.pathname) ? 'shared' : 'other'
}
