// oxlint-disable oxc/no-this-in-exported-function -- the bundler hands a loader its context as `this`
import { basename } from 'node:path'
import { createCompiledCatalog } from '@lingui/cli/api'
import { formatter } from '@lingui/format-po'
import type { LoaderContext } from '@rspack/core'

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

/** The source of the module that stands for a catalogue. */
export async function compileCatalog(content: string, filename: string): Promise<string> {
  const locale = basename(filename, '.po')
  const catalog = await po.parse(content, { locale, sourceLocale: SOURCE_LOCALE, filename })
  const messages: Record<string, string> = {}
  for (const [id, { message, translation, obsolete }] of Object.entries(catalog)) {
    if (!obsolete) messages[id] = translation || message || id
  }
  const { source, errors } = createCompiledCatalog(locale, messages, { namespace: 'es', strict: true })
  const [fault] = errors
  if (fault) throw new Error(`${filename}: "${fault.source}" is not a valid message: ${fault.error.message}`)
  return source
}
