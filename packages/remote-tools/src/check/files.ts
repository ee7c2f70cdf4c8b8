import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { integrityOf } from 'contract/integrity.ts'
import type { VersionDocument } from 'contract/registry.ts'
import { findLeaks } from './css.ts'
import type { Budgets } from './facts.ts'
import { type Violation, makeViolation } from './violation.ts'
import { checkPages } from './pages.ts'
import { checkHashes } from './hashes.ts'

const compress = promisify(gzip)

/** By integrity. */
export type Contents = ReadonlyMap<string, Buffer>

export async function checkFiles(version: VersionDocument, contents: Contents, budgets: Budgets): Promise<Violation[]> {
  const changed = Object.entries(version.files).flatMap(([path, { integrity, bytes }]) => {
    const content = contents.get(integrity)
    if (content?.length === bytes && integrityOf(content) === integrity) return []
    const why = `has a file ${path} that does not match its hash (${integrity}). Build it again.`
    return [makeViolation(version, 'FILE_CHANGED', path, why)]
  })
  if (changed.length > 0) return changed
  const contentOf = (path: string) => contentAt(version, contents, path)
  const tooLarge = await checkSizes(version, contentOf, budgets)
  if (tooLarge.length > 0) return tooLarge
  return [
    ...checkStyles(version, contentOf),
    ...checkTexts(version, contentOf),
    ...checkPages(version, contentOf),
    ...checkHashes(version, contents),
  ]
}

type ContentOf = (path: string) => Buffer

const contentAt = ({ files }: VersionDocument, contents: Contents, path: string): Buffer =>
  contents.get(files[path]?.integrity ?? '') ?? Buffer.alloc(0)

async function checkSizes(version: VersionDocument, contentOf: ContentOf, budgets: Budgets): Promise<Violation[]> {
  const { files } = version
  const violationAt = (path: string, what: string) => makeViolation(version, 'BUDGET_EXCEEDED', path, what)
  const long = Object.entries(files).filter(([, { bytes }]) => bytes > budgets.file)
  if (long.length > 0)
    return long.map(([path, { bytes }]) =>
      violationAt(path, `has a file ${path} of ${bytes} bytes; the maximum is ${budgets.file}. Split it.`),
    )
  const styleBytes = Object.entries(files).reduce(
    (sum, [path, { bytes }]) => sum + (path.endsWith('.css') ? bytes : 0),
    0,
  )
  if (styleBytes > budgets.styles)
    return [
      violationAt(
        'styles',
        `has stylesheets of ${styleBytes} bytes; the maximum is ${budgets.styles}. Use components of kit.`,
      ),
    ]
  const first = firstLoadOf(version)
  const sizes = await compressedSizes(first, contentOf)
  const bytes = sizes.reduce((sum, [, size]) => sum + size, 0)
  const maximum = budgets.raised?.[version.name] ?? budgets.first
  return bytes <= maximum
    ? []
    : [
        violationAt(
          'first',
          `loads ${first.join(', ')} with its module: ${bytes} bytes of gzip; the maximum is ${maximum}. Load screens on demand, with "lazy" or import(), or ask an operator to raise REMOTE_BUDGETS for it.`,
        ),
      ]
}

const firstLoadOf = ({ entry, scripts, styles }: VersionDocument) => [...new Set([entry, ...scripts, ...styles])]

async function compressedSizes(paths: string[], contentOf: ContentOf): Promise<[string, number][]> {
  const sizes: [string, number][] = []
  // One at a time, so that the registry's server has other threads to read files meanwhile.
  for (const path of paths) sizes.push([path, (await compress(contentOf(path))).length])
  return sizes
}

/** Accepted, because only the screens that need them wait. */
export async function findLargeChunks(
  version: VersionDocument,
  contents: Contents,
  { chunk }: Budgets,
): Promise<[path: string, bytes: number][]> {
  const first = firstLoadOf(version)
  const later = Object.keys(version.files).filter((path) => /\.(js|css)$/.test(path) && !first.includes(path))
  const sizes = await compressedSizes(later, (path) => contentAt(version, contents, path))
  return sizes.filter(([, bytes]) => bytes > chunk)
}

function checkStyles(version: VersionDocument, contentOf: ContentOf): Violation[] {
  return Object.keys(version.files)
    .filter((path) => path.endsWith('.css'))
    .flatMap((path) => {
      try {
        return findLeaks(String(contentOf(path)), version.name).map(({ symbol, advice }) =>
          makeViolation(
            version,
            'CSS_NOT_SCOPED',
            symbol,
            `has styles that affect other elements: ${symbol} (${path}). ${advice}`,
          ),
        )
      } catch (error) {
        const why = `has a stylesheet ${path} that is not valid CSS: ${error instanceof Error ? error.message : String(error)}`
        return [makeViolation(version, 'CSS_NOT_SCOPED', path, why)]
      }
    })
}

// Every text needs English, the fallback for all languages.
function checkTexts(version: VersionDocument, contentOf: ContentOf): Violation[] {
  const { en, ...others } = version.catalogues
  if (Object.keys(version.catalogues).length === 0) return []
  if (en === undefined) {
    const why = 'has catalogues, but none in English, the fallback for missing translations. Add src/locales/en.po.'
    return [makeViolation(version, 'TEXT_MISSING', 'en', why)]
  }
  const english = readCatalogue(contentOf(en))
  if (english === null) {
    const why = `has an English catalogue ${en} that is not a compiled .po file. Build it with kit/build/remote-config.`
    return [makeViolation(version, 'TEXT_MISSING', 'en', why)]
  }
  const ids = Object.values(others).flatMap((path) => Object.keys(readCatalogue(contentOf(path)) ?? {}))
  return [...new Set([...Object.keys(english), ...ids])].toSorted().flatMap((id) => missingText(version, english, id))
}

export function missingText(version: VersionDocument, english: Record<string, unknown>, id: string): Violation[] {
  const text = JSON.stringify(english[id])
  // The catalogue contains the id of a text that has neither a translation nor a message.
  if (text !== undefined && text !== JSON.stringify([id]) && text !== '[]' && text !== '[""]') return []
  const why = `shows a text "${id}" that is not in src/locales/en.po. Visitors would see its id. Run "npx remote build".`
  return [makeViolation(version, 'TEXT_MISSING', id, why)]
}

/** Reads a compiled catalogue without running it. Returns null if it is something else. */
export function readCatalogue(script: Buffer): Record<string, unknown> | null {
  const body = firstLiteral(String(script))
  if (body === null) return null
  try {
    const messages: unknown = JSON.parse(
      body.replaceAll(/\\(u\{[\da-f]+\}|u[\da-f]{4}|x[\da-f]{2}|\r?\n|[^])/gi, decode),
    )
    return typeof messages === 'object' && messages !== null ? Object.fromEntries(Object.entries(messages)) : null
  } catch {
    return null
  }
}

/** Returns the content of the first `JSON.parse('…')`. A loop, because its input is a team's file of any form. */
function firstLiteral(text: string): string | null {
  const call = text.indexOf('JSON.parse(')
  const start = call + 'JSON.parse('.length
  const quote = text.charAt(start)
  if (call < 0 || !['"', "'", '`'].includes(quote)) return null
  for (let at = start + 1; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === quote) return text[at + 1] === ')' ? text.slice(start + 1, at) : null
  }
  return null
}

const escapes: Record<string, string> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f', v: '\v', 0: '\0' }

function decode(_: string, escaped: string): string {
  if (/^\r?\n$/.test(escaped)) return ''
  const code = /^[ux]\{?([\da-f]+)\}?$/i.exec(escaped)?.[1]
  return code === undefined ? (escapes[escaped] ?? escaped) : String.fromCodePoint(Number.parseInt(code, 16))
}
