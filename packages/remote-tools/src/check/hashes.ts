import { developmentPage, type VersionDocument } from 'contract/registry.ts'
import { type Violation, makeViolation } from './violation.ts'

// The version lock has the hash of the entry, and each file those of the files that it loads.
export function checkHashes(version: VersionDocument, contents: ReadonlyMap<string, Buffer>): Violation[] {
  const { entry, files } = version
  const unnamed = new Map(Object.entries(files).filter(([path]) => path !== entry && /\.(m?js|css)$/.test(path)))
  // The shell has two pages (shell/rspack.config.ts).
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
    makeViolation(
      version,
      'HASH_MISSING',
      path,
      `has a file ${path} whose hash is neither in ${entry} nor in a file that it loads, so browsers could not verify it. Build it with kit/build, and load workers and other scripts with "import".`,
    ),
  )
}
