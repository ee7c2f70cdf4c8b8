import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { labelsOf, parseRemoteDescription } from 'contract/remote-description.ts'
import { parseCatalogue } from './po-loader.ts'

export async function translateLabels(content: string, folder: string): Promise<string> {
  const description = parseRemoteDescription(JSON.parse(content))
  for (const file of await readdir(folder)) {
    const locale = basename(file, '.po')
    const filename = join(folder, file)
    const catalogue = await parseCatalogue(await readFile(filename, 'utf8'), filename)
    for (const label of labelsOf(description)) {
      const translation = catalogue[generateMessageId(label.en)]?.translation
      if (translation) label[locale] ??= translation
    }
  }
  return JSON.stringify(description, null, 2)
}
