import { type I18n, setupI18n } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { readFile } from 'node:fs/promises'
import { languages, type Language } from 'contract/languages.ts'

const po = formatter()
const byLanguage = new Map<string, I18n>()
for (const language of languages) byLanguage.set(language, await readTranslations(language))
const english = await readTranslations('en')

export const translationsInto = (language: string): I18n => byLanguage.get(language) ?? english

async function readTranslations(locale: Language): Promise<I18n> {
  const filename = new URL(`../../locales/${locale}.po`, import.meta.url).pathname
  const catalogue = await po.parse(await readFile(filename, 'utf8'), { locale, sourceLocale: 'en', filename })
  const messages = Object.values(catalogue).map(({ message = '', translation }) => [
    message,
    compileMessageOrThrow(translation || message),
  ])
  return setupI18n({ locale, messages: { [locale]: Object.fromEntries(messages) } })
}
