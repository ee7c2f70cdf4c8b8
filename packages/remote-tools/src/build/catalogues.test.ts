// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { setupI18n } from '@lingui/core'
import { formatter } from '@lingui/format-po'
import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { languages } from 'contract/languages.ts'
import { expect, test } from 'vitest'
import { compileCatalog } from './po-loader.ts'

// Every package has all texts in all languages, with the same placeholders and plural forms.

const root = new URL('../../../../', import.meta.url)
const po = formatter()
const folders = globSync('{,packages/}*/src/{,on-demand-}locales', { cwd: root })

const sameInBoth =
  /^(Name|Administrat(ion|ors?)|ID|Start|Teams?|Logo|Details|Team: \{\w+\}|Sessions|Organisation|Profil|Demo|Active|Actions|Pages|Menu|General|Invitations?|Admin|Operator|System|Roles|E-mail|URL|Passkeys?|Webhooks|Secret|Host: \{host\}|Status \{status\}|No|\{\w+\}(: \{\w+\})?|[\W\d]*)$/

/** Lines must not break here: these are no-break spaces (docs/words.md). */
const breaks: Record<string, RegExp> = { de: / …/, fr: / [:?!;»]|« /, ru: / —/, uk: / —/ }

const parts = (text: string) => [...text.matchAll(/\{\w+\}|<\/?\d+>/g)].map(([part]) => part).toSorted()

async function readCatalogue(folder: string, locale: string) {
  const filename = new URL(`${folder}/${locale}.po`, root).pathname
  const content = readFileSync(filename, 'utf8')
  await compileCatalog(content, filename)
  return Object.values(await po.parse(content, { locale, sourceLocale: 'en', filename }))
}

test('finds packages with texts', () => expect(folders.length).toBeGreaterThanOrEqual(7))

for (const name of folders) {
  test.each(languages.filter((locale) => locale !== 'en'))(`${name} in %s`, async (locale) => {
    const source = (await readCatalogue(name, 'en')).map(({ message }) => message)
    const translated = await readCatalogue(name, locale)
    expect(translated.map(({ message }) => message)).toEqual(source)
    const categories = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
    for (const { message = '', translation = '' } of translated) {
      expect(translation, `"${message}" is not translated`).not.toBe('')
      if (!sameInBoth.test(message)) expect(translation, `"${message}" is the English text`).not.toBe(message)
      expect(parts(translation), `placeholders of "${message}"`).toEqual(parts(message))
      expect(translation, 'no-break space').not.toMatch(/\{seconds\} /)
      if (breaks[locale]) expect(translation, 'no-break space').not.toMatch(breaks[locale])
      if (!message.includes(', plural,')) continue
      for (const category of categories) expect(translation, `plural of "${message}"`).toContain(`${category} {`)
    }
  })
}

const counts = [1, 2, 5, 21, 1_000_000]
/** Plural forms of one text. 21 is "one" in Russian and Ukrainian, "many" in Polish. */
test.each([
  ['en', '1 member, 2 members, 5 members, 21 members, 1,000,000 members'],
  ['uk', '1 учасник, 2 учасники, 5 учасників, 21 учасник, 1 000 000 учасників'],
  ['ru', '1 участник, 2 участника, 5 участников, 21 участник, 1 000 000 участников'],
  ['de', '1 Mitglied, 2 Mitglieder, 5 Mitglieder, 21 Mitglieder, 1.000.000 Mitglieder'],
  ['es', '1 miembro, 2 miembros, 5 miembros, 21 miembros, 1.000.000 de miembros'],
  ['fr', '1 membre, 2 membres, 5 membres, 21 membres, 1 000 000 de membres'],
  ['pl', '1 członek, 2 członków, 5 członków, 21 członków, 1 000 000 członków'],
  ['tr', '1 üye, 2 üye, 5 üye, 21 üye, 1.000.000 üye'],
])('uses the plural forms of %s: %s', async (locale, expected) => {
  const catalogue = await readCatalogue('mf-organization/src/locales', locale)
  const text = catalogue.find(({ message }) => message === '{count, plural, one {# member} other {# members}}')
  const messages = { members: compileMessageOrThrow(text?.translation ?? '') }
  const i18n = setupI18n({ locale, messages: { [locale]: messages } })
  const said = counts.map((count) => i18n._('members', { count })).join(', ')
  expect(said.replaceAll(/\s/g, ' ')).toBe(expected)
})

const onPages = folders.filter((folder) => !folder.startsWith('rest-auth/')) // emails are separate
test.each(languages)(
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

test('uses the same names for roles in emails and pages', async () => {
  const source = readFileSync(new URL('rest-auth/src/mail/templates/mail-texts.ts', root), 'utf8')
  const roles = [...(source.match(/roleTexts.*/)?.[0].matchAll(/msg`(\w+)`/g) ?? [])].map(([, text]) => text)
  expect(roles).toHaveLength(3)
  for (const locale of languages) {
    const inEmails = await readCatalogue('rest-auth/src/locales', locale)
    const screens = await Promise.all(
      ['mf-organization', 'mf-auth'].map((remote) => readCatalogue(`${remote}/src/locales`, locale)),
    )
    for (const role of roles) {
      const word = (catalogue: typeof inEmails) => catalogue.find(({ message }) => message === role)?.translation
      expect(word(inEmails), `"${role}" in ${locale}`).toBeDefined()
      for (const screen of screens) expect(word(inEmails), `"${role}" in ${locale}`).toBe(word(screen))
    }
  }
})
