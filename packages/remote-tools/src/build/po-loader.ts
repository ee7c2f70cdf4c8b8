// oxlint-disable oxc/no-this-in-exported-function -- the bundler hands a loader its context as `this`
import { basename } from 'node:path'
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { LoaderContext } from '@rspack/core'
import { isRemoteDev } from './development.ts'

const po = formatter()

export default function poLoader(this: LoaderContext, content: string): Promise<string> {
  return compileCatalog(content, this.resourcePath)
}

// With a new catalogue, pages of `remote dev` would have to reload.
const isInScript = (message: string | undefined, translation: string | undefined): boolean =>
  isRemoteDev && message !== undefined && (!translation || translation === message)

export type Catalogue = Awaited<ReturnType<ReturnType<typeof formatter>['parse']>>

export const parseCatalogue = async (content: string, filename: string): Promise<Catalogue> =>
  po.parse(content, { locale: basename(filename, '.po'), sourceLocale: 'en', filename })

export async function compileCatalog(content: string, filename: string): Promise<string> {
  const catalog = await parseCatalogue(content, filename)
  const messages = Object.entries(catalog).flatMap(([id, { message, translation, obsolete }]) =>
    obsolete || isInScript(message, translation)
      ? []
      : [[id, compileMessage(translation || message || id, filename)] as const],
  )
  const sorted = Object.fromEntries(messages.toSorted(([a], [b]) => (a < b ? -1 : 1)))
  // JSON parses faster than JavaScript.
  return `export const messages=JSON.parse(${JSON.stringify(JSON.stringify(sorted))})`
}

function compileMessage(text: string, filename: string): unknown {
  try {
    return compileMessageOrThrow(text)
  } catch (cause) {
    throw new Error(`${filename}: "${text}" is not a valid message: ${String(cause)}`, { cause })
  }
}
