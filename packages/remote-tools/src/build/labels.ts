import { readdir, readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { formatter } from '@lingui/format-po'
import { generateMessageId } from '@lingui/message-utils/generateMessageId'
import { labelsOf, parseRemoteDescription } from 'contract/remote-description.ts'

const po = formatter()

export async function translateLabels(content: string, folder: string): Promise<string> {
  const description = parseRemoteDescription(JSON.parse(content))
  for (const file of await readdir(folder)) {
    const locale = basename(file, '.po')
    const filename = join(folder, file)
    const catalogue = await po.parse(await readFile(filename, 'utf8'), { locale, sourceLocale: 'en', filename })
    for (const label of labelsOf(description)) {
      const translation = catalogue[generateMessageId(label.en)]?.translation
      if (translation) label[locale] ??= translation
    }
  }
  return JSON.stringify(description, null, 2)
}
