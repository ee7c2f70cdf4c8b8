// oxlint-disable oxc/no-this-in-exported-function -- the bundler hands a loader its context as `this`
import { basename } from 'node:path'
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { LoaderContext } from '@rspack/core'
import { areTaken } from './development.ts'

const SOURCE_LOCALE = 'en'
const po = formatter()

/** Compiles a catalogue `<locale>.po` to a module with `messages`. What is not translated yet is English (a test finds it). */
export default function poLoader(this: LoaderContext, content: string): void {
  const done = this.async()
  void compileCatalog(content, this.resourcePath).then(
    (source) => done(null, source),
    (error: unknown) => done(error instanceof Error ? error : new Error(String(error))),
  )
}

/**
 * The English texts of builds for `remote dev` are in their scripts too: a page that takes a new one then needs no new catalogue, for
 * which it would load anew.
 */
const isInScript = (message: string | undefined, translation: string | undefined): boolean =>
  areTaken && message !== undefined && (!translation || translation === message)

export async function compileCatalog(content: string, filename: string): Promise<string> {
  const locale = basename(filename, '.po')
  const catalog = await po.parse(content, { locale, sourceLocale: SOURCE_LOCALE, filename })
  const messages = Object.entries(catalog).flatMap(([id, { message, translation, obsolete }]) =>
    obsolete || isInScript(message, translation)
      ? []
      : [[id, compileMessage(translation || message || id, filename)] as const],
  )
  const sorted = Object.fromEntries(messages.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  // Parsing JSON is faster than parsing the same as a script.
  return `export const messages=JSON.parse(${JSON.stringify(JSON.stringify(sorted))})`
}

function compileMessage(text: string, filename: string): unknown {
  try {
    return compileMessageOrThrow(text)
  } catch (cause) {
    throw new Error(`${filename}: "${text}" is not a valid message: ${String(cause)}`, { cause })
  }
}
