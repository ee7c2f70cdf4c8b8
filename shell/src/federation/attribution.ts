import type { RemoteError } from 'kit'
import type { VersionLock } from 'contract/version-lock.ts'

type Owner = Pick<RemoteError, 'remote' | 'version'>

/** `shared`: kit or one of its libraries; the caller is responsible for its errors. */
type Part = Owner | 'shared' | 'other'

/** A stack frame of Chromium (`at f (url:1:2)`), Firefox or Safari (`f@url:1:2`). */
const frame = /^\s*(?:at .*?\(?|.*?@)([a-z][\w+.-]*:[^\s()]+?)((?::\d+)?:\d+)\)?$/

/** Returns the owner of the innermost frame that is not shared code, if that is a remote. */
export function ownerOf(error: unknown, file: string, lock: VersionLock, origins: readonly string[]): Owner | null {
  const partOf = (url: string): Part => partOfUrl(url, lock, origins)
  for (const stack of [...stacksOf(error), [{ url: file }]]) {
    const part = stack.map(({ url }) => partOf(url)).find((each) => each !== 'shared')
    if (part) return part === 'other' ? null : part
  }
  return null
}

const MAX_FRAMES = 5

/** Positions in the files of a version, innermost first: `assets/12.1b2c.js:1:173`. */
export function framesIn({ remote, version }: Owner, error: unknown, file: string): string[] {
  const folder = `/remotes/${remote}/${version}/`
  const [, url = '', position = ''] = /^(.+?)(:\d+:\d+)$/.exec(file) ?? []
  for (const stack of [...stacksOf(error), [{ url, position }]]) {
    const own = stack.flatMap((each) => {
      const path = URL.parse(each.url)?.pathname ?? ''
      return path.startsWith(folder) ? path.slice(folder.length) + each.position : []
    })
    if (own.length > 0) return own.slice(0, MAX_FRAMES)
  }
  return []
}

interface Frame {
  url: string
  /** Line and column: `:1:173`. */
  position: string
}

function stacksOf(error: unknown, depth = 0): Frame[][] {
  if (typeof error !== 'object' || error === null || depth > 4) return []
  const { stack, message, cause, errors }: Record<string, unknown> = Object(error)
  const own = typeof stack === 'string' ? [framesOf(stack, String(message))] : []
  const others = [cause, ...(Array.isArray(errors) ? errors : [])]
  return [...own, ...others.flatMap((each) => stacksOf(each, depth + 1))]
}

/** Skips the message, which may contain any URL. */
function framesOf(stack: string, message: string): Frame[] {
  const end = stack.indexOf(message)
  const frames = end < 0 ? stack : stack.slice(end + message.length)
  return frames.split('\n').flatMap((line) => {
    const [, url, position = ''] = frame.exec(line) ?? []
    return url === undefined ? [] : [{ url, position }]
  })
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
