import { randomUUID } from 'node:crypto'
import { globSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatter } from '@lingui/format-po'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { languages } from 'contract/languages.ts'
import { labelsOf, parseRemoteDescription } from 'contract/remote-description.ts'
import { compileModule } from './compile-module.ts'
import { type Catalogue, parseCatalogue } from './po-loader.ts'

const po = formatter({ lineNumbers: false })

interface Text {
  id: string
  message: string
  origin: string
}

/** Adds new texts and labels to the catalogues. Removes nothing. Returns the changed files. */
export async function addNewTexts(folder: string): Promise<string[]> {
  const texts = await findTexts(folder)
  await mkdir(join(folder, 'src/locales'), { recursive: true })
  return changeCatalogues(folder, (catalogue, locale) => {
    const added = texts.filter(({ id }) => !Object.hasOwn(catalogue, id))
    for (const { id, message, origin } of added)
      catalogue[id] = {
        message,
        translation: locale === 'en' ? message : '',
        origin: [[origin]],
        placeholders: {},
        comments: [],
      }
    return added.length > 0
  })
}

/**
 * Removes texts that no source, label or bundle uses, except those with an id of their own, which
 * code may compute. Returns the changed files.
 */
export async function dropUnusedTexts(folder: string, bundled: readonly string[]): Promise<string[]> {
  const used = new Set([...bundled, ...(await findTexts(folder)).map(({ id }) => id)])
  return changeCatalogues(folder, (catalogue) => {
    const unused = Object.entries(catalogue).filter(
      ([id, { message = '', context }]) => !used.has(id) && id === generateMessageId(message, context),
    )
    for (const [id] of unused) delete catalogue[id]
    return unused.length > 0
  })
}

async function changeCatalogues(
  folder: string,
  change: (catalogue: Catalogue, locale: string) => boolean,
): Promise<string[]> {
  const changed = languages.map(async (locale) => {
    const filename = join(folder, 'src/locales', `${locale}.po`)
    const existing = await readFile(filename, 'utf8').catch(() => null)
    const catalogue = existing === null ? {} : await parseCatalogue(existing, filename)
    if (!change(catalogue, locale) && existing !== null) return []
    // Atomic: a parallel build must not read a partial file and then lose translations.
    const draft = `${filename}.${randomUUID()}`
    const context = { locale, sourceLocale: 'en', filename, existing: existing ?? undefined }
    await writeFile(draft, await po.serialize(catalogue, context))
    await rename(draft, filename)
    return [filename]
  })
  return (await Promise.all(changed)).flat()
}

/** By language. Visitors see these texts in English. */
export async function countUntranslatedTexts(folder: string): Promise<Record<string, number>> {
  const counts = languages.map(async (locale) => {
    const filename = join(folder, 'src/locales', `${locale}.po`)
    const catalogue = await parseCatalogue(await readFile(filename, 'utf8'), filename)
    const texts = Object.values(catalogue).filter(({ obsolete }) => !obsolete)
    return [locale, texts.filter(({ translation }) => !translation).length] as const
  })
  return Object.fromEntries(await Promise.all(counts))
}

async function findTexts(folder: string): Promise<Text[]> {
  const files = globSync('src/**/*.{ts,tsx}', { cwd: folder, exclude: ['**/*.test.*'] }).toSorted()
  const found = await Promise.all(files.map((file) => textsOf(folder, file)))
  const description = parseRemoteDescription(JSON.parse(await readFile(join(folder, 'remote.json'), 'utf8')))
  const labels = labelsOf(description).map((label) => ({
    id: generateMessageId(label.en),
    message: label.en,
    origin: 'remote.json',
  }))
  return [...found.flat(), ...labels]
}

// Compiled macros: `id: "1nGWAC", message: "Invoices"`, possibly with values between them.
const messageField = /\bmessage: ("(?:[^"\\]|\\.)*")/g

async function textsOf(folder: string, origin: string): Promise<Text[]> {
  const file = join(folder, origin)
  const source = await readFile(file, 'utf8')
  if (!source.includes('/macro')) return []
  // The bundler reports syntax errors, with their place.
  const { code } = await compileModule(source, file).catch(() => ({ code: '' }))
  return [...code.matchAll(messageField)].flatMap(([, literal = '']) => {
    const message = readString(literal)
    const id = generateMessageId(message)
    // Other objects have a `message`, too.
    return code.includes(`id: "${id}"`) ? [{ id, message, origin }] : []
  })
}

// The compiler writes JSON, except for two kinds of escapes.
const readString = (literal: string): string =>
  String(
    JSON.parse(
      literal
        .replaceAll(/\\x([\da-f]{2})/gi, String.raw`\u00$1`)
        .replaceAll(/\\u\{([\da-f]+)\}/gi, (_, hex: string) => String.fromCodePoint(Number.parseInt(hex, 16))),
    ),
  )
