// @vitest-environment node
import { readFileSync } from 'node:fs'
import { formatter } from '@lingui/format-po'
import { expect, test } from 'vitest'
import lingui from '../../lingui.config.ts'
import { compileCatalog } from './po-loader.ts'

// Every package has all its texts in all languages, and a translation says as much as its source.

const root = new URL('../../', import.meta.url)
const po = formatter()
const folders = (lingui.catalogs ?? []).map(({ path }) => path.replace('<rootDir>/', '').replace('/{locale}', ''))

/** Words that two languages share. */
const sameInBoth =
  /^(Name|Start|Teams?|Team: \{teamName\}|Sessions|Organisation|Profil|Demo|Active|Actions|Pages|Menu|Invitation|Administrator|Roles|E-mail|\{\w+\}|[\W\d]*)$/

const parts = (text: string) => [...text.matchAll(/\{\w+\}|<\/?\d+>/g)].map(([part]) => part).toSorted()

async function readCatalogue(folder: string, locale: string) {
  const filename = new URL(`${folder}/${locale}.po`, root).pathname
  const content = readFileSync(filename, 'utf8')
  await compileCatalog(content, filename)
  return Object.values(await po.parse(content, { locale, sourceLocale: 'en', filename }))
}

test('there are packages with texts', () => expect(folders.length).toBeGreaterThanOrEqual(7))

for (const name of folders) {
  test.each((lingui.locales ?? []).filter((locale) => locale !== 'en'))(`${name} in %s`, async (locale) => {
    const source = (await readCatalogue(name, 'en')).map(({ message }) => message)
    const translated = await readCatalogue(name, locale)
    expect(translated.map(({ message }) => message)).toEqual(source)
    const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    for (const { message = '', translation = '' } of translated) {
      expect(translation, `"${message}" is not translated`).not.toBe('')
      if (!sameInBoth.test(message)) expect(translation, `"${message}" is the English text`).not.toBe(message)
      expect(parts(translation), `placeholders of "${message}"`).toEqual(parts(message))
      if (!message.includes(', plural,')) continue
      for (const category of categories) expect(translation, `plural of "${message}"`).toContain(`${category} {`)
    }
  })
}

const onPages = folders.filter((folder) => !folder.startsWith('rest-auth/')) // a mail stands alone
test.each(lingui.locales ?? [])(
  'one text has one translation in %s: a page holds the catalogues of all packages together',
  async (locale) => {
    const known = new Map<string, string>()
    for (const { message = '', translation = '' } of (
      await Promise.all(onPages.map((name) => readCatalogue(name, locale)))
    ).flat()) {
      expect(translation, message).toBe(known.get(message) ?? translation)
      known.set(message, translation)
    }
  },
)

test('mails call the product and the roles as the pages do', async () => {
  const source = readFileSync(new URL('rest-auth/src/mail/templates/mail-texts.ts', root), 'utf8')
  const [, product] = source.match(/productName = '(.+)'/) ?? []
  expect(readFileSync(new URL('shell/src/layout/frame.tsx', root), 'utf8')).toMatch(new RegExp(`^ *${product}$`, 'm'))
  const roles = [...(source.match(/roleTexts.*/)?.[0].matchAll(/msg`(\w+)`/g) ?? [])].map(([, text]) => text)
  expect(roles).toHaveLength(3)
  for (const locale of lingui.locales ?? []) {
    const inMails = await readCatalogue('rest-auth/src/locales', locale)
    const onPage = await readCatalogue('mf-organization/src/locales', locale)
    for (const role of roles) {
      const word = (catalogue: typeof inMails) => catalogue.find(({ message }) => message === role)?.translation
      expect(word(inMails), `"${role}" in ${locale}`).toBeDefined()
      expect(word(inMails), `"${role}" in ${locale}`).toBe(word(onPage))
    }
  }
})
