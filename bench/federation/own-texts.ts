// oxlint-disable oxc/no-this-in-exported-function -- bundlers pass the loader context as `this`
import { basename, dirname } from 'node:path'

/** Names chunks of texts after their remote. */
export default function ownTexts(this: { resourcePath: string }, source: string): string {
  const remote = basename(dirname(dirname(this.resourcePath)))
  return source.replaceAll('"locale-[request]"', `"${remote}-locale-[request]"`)
}
