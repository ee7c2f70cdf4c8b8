import { developmentPage, type VersionDocument } from 'contract/registry.ts'
import { type Fault, faultOf } from './fault.ts'

/**
 * Checks that browsers can hold every script and style against its hash: the lock has that of the entry, and from there on each file
 * names those that it loads. Of a build with `kit/build` the container does, of the shell `index.html` and the scripts in it. `contents`
 * are all files by integrity.
 */
export function checkHashes(version: VersionDocument, contents: ReadonlyMap<string, Buffer>): Fault[] {
  const { entry, files } = version
  const unnamed = new Map(Object.entries(files).filter(([path]) => path !== entry && /\.(m?js|css)$/.test(path)))
  // Two pages of one release: shell/rspack.config.ts.
  const pages = version.name === 'shell' ? [entry, developmentPage] : [entry]
  const namedBy = pages.map((path) => files[path]?.integrity ?? '')
  for (const integrity of namedBy) {
    const text = contents.get(integrity)?.toString('latin1') ?? ''
    for (const [path, file] of unnamed) {
      if (!text.includes(file.integrity)) continue
      unnamed.delete(path)
      namedBy.push(file.integrity)
    }
  }
  return [...unnamed.keys()].map((path) =>
    faultOf(
      version,
      'HASH_MISSING',
      path,
      `has a file ${path} whose hash neither ${entry} nor what it loads names, so that no browser would notice another one in its place. Build it with kit/build, and load workers and other scripts by "import".`,
    ),
  )
}
