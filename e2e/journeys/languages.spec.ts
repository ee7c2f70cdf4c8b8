import type { Locator, Page } from '@playwright/test'
import { languages } from 'contract/languages.ts'
import { makeAdministrator } from '../support/administrators.ts'
import { createOrganization, runInDatabase } from '../support/organizations.ts'
import { newPerson, signIn, signUp } from '../support/people.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

const language = (page: Page) => page.locator('html')
const select = (page: Page) => page.locator('select[name=language]').first()

/** Returns the words of a button that are broken or clipped. */
const brokenWords = (element: Locator): Promise<string[]> =>
  element.evaluate((node) => {
    const text = document.createTreeWalker(node, NodeFilter.SHOW_TEXT).nextNode()
    const range = document.createRange()
    return [...(text?.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
      if (!text) return []
      range.setStart(text, index)
      range.setEnd(text, index + word.length)
      const [place, ...more] = range.getClientRects()
      const label = text.parentElement?.getBoundingClientRect()
      const isWhole =
        place && label && more.length === 0 && place.left > label.left - 1 && place.right < label.right + 1
      return isWhole ? [] : [word]
    })
  })

test(
  'uses the browser’s language, or English if the product does not have it',
  { tag: '@full' },
  async ({ openBrowser }) => {
    const ukrainian = await openBrowser({ locale: 'uk-UA' })
    const catalogues: string[] = []
    ukrainian.on('request', (request) => catalogues.push(...(/locale-\w+/.exec(request.url()) ?? [])))
    await ukrainian.goto('/sign-in')
    await expect(ukrainian.getByRole('heading', { level: 1, name: 'Вхід до Accounts' })).toBeVisible()
    await expect(language(ukrainian)).toHaveAttribute('lang', 'uk')
    expect(new Set(catalogues)).toEqual(new Set(['locale-uk']))
    const japanese = await openBrowser({ locale: 'ja-JP' })
    await japanese.goto('/sign-in')
    await expect(japanese.getByRole('heading', { level: 1, name: 'Sign in to Accounts' })).toBeVisible()
  },
)

test('keeps input and focus after a language change, which reaches the other tabs', async ({ page }) => {
  const other = await page.context().newPage()
  await other.goto('/sign-up')
  await page.goto('/sign-in')
  await page.getByRole('textbox', { name: 'Email or username' }).fill('ada')
  await page.evaluate(() => Object.assign(window, { samePage: true }))
  await select(page).focus()
  await select(page).selectOption('Deutsch')
  await expect(page.getByRole('textbox', { name: 'E-Mail-Adresse oder Benutzername' })).toHaveValue('ada')
  await expect(select(page)).toBeFocused()
  expect(await page.evaluate(() => 'samePage' in window)).toBe(true)
  await expect(other.getByRole('heading', { level: 1, name: 'Konto erstellen' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: 'Bei Accounts anmelden' })).toBeVisible()
})

test('keeps a user’s language in other browsers', { tag: '@full' }, async ({ page, openBrowser }) => {
  const person = newPerson('Ada Lovelace')
  await signUp(page, person)
  await page.getByRole('button', { name: 'Your account' }).click()
  await Promise.all([page.waitForResponse(/update-user/), select(page).selectOption('Türkçe')])
  await expect(page.getByRole('heading', { level: 1, name: 'Hoş geldiniz, Ada' })).toBeVisible()
  const elsewhere = await openBrowser()
  await signIn(elsewhere, person)
  await expect(elsewhere.getByRole('heading', { level: 1, name: 'Hoş geldiniz, Ada' })).toBeVisible()
})

/** Returns the choices that their selects clip, by comparing each with the width that it needs. */
const cutChoices = (page: Page): Promise<string[]> =>
  page.locator('select').evaluateAll((lists: HTMLSelectElement[]) =>
    lists.flatMap((list) => {
      const choice = list.selectedOptions[0]?.text ?? ''
      const roomy = document.createElement('select')
      roomy.className = list.className
      roomy.append(new Option(choice))
      roomy.style.cssText = 'position: absolute; width: max-content'
      list.after(roomy)
      const cut = roomy.getBoundingClientRect().width - list.getBoundingClientRect().width
      roomy.remove()
      return list.checkVisibility() && cut > 0 ? [`${choice} by ${cut} px`] : []
    }),
  )

/** Except texts for screen readers. */
const cutTexts = (place: Locator): Promise<string[]> =>
  place.evaluate((node) =>
    [...node.querySelectorAll<HTMLElement>(':not(input)')].flatMap((element) =>
      getComputedStyle(element).overflowX === 'hidden' &&
      element.clientWidth > 1 &&
      element.scrollWidth > element.clientWidth
        ? [element.innerText]
        : [],
    ),
  )

test(
  'shows each language whole beside the button on narrow screens, in any font',
  { tag: '@full' },
  async ({ openBrowser }) => {
    const page = await openBrowser()
    await page.goto('/')
    const button = page.getByRole('banner').getByRole('link').last()
    await expect(select(page).locator('option')).toHaveCount(languages.length)
    for (const locale of languages) {
      await select(page).selectOption(locale)
      await expect(language(page)).toHaveAttribute('lang', locale)
      // The system font and a wide one.
      for (const font of ['', 'monospace']) {
        await page.evaluate((name) => document.documentElement.style.setProperty('--mantine-font-family', name), font)
        for (const width of [320, 660]) {
          await page.setViewportSize({ width, height: 640 })
          const where = `${locale} in ${font || "the system's font"} at ${width} px`
          expect(await cutChoices(page), where).toEqual([])
          expect(await brokenWords(button), where).toEqual([])
          expect(await page.evaluate(() => document.documentElement.scrollWidth), where).toBeLessThanOrEqual(width)
        }
      }
    }
  },
)

for (const locale of languages.slice(1)) {
  // Every run covers the longest words and the widest letters; the full run covers the others.
  const tag = locale === 'uk' ? '' : ' @full'
  test(`fits the screens into 320 px in ${locale}${tag}`, async ({ openBrowser }) => {
    const page = await openBrowser({ locale, viewport: { width: 320, height: 640 } })
    const fits = async (path: string, content = 'form, li, button, a') => {
      await page.goto(path)
      await expect(language(page)).toHaveAttribute('lang', locale)
      await expect(page.locator(`main :is(${content})`).first()).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
      expect(await cutChoices(page), path).toEqual([])
    }
    for (const path of ['/sign-in', '/sign-up', '/forgot-password', '/']) await fits(path)
    expect(await brokenWords(page.getByRole('banner').getByRole('link').last())).toEqual([])
    const { email } = await signUpByCall(page, 'Ada Lovelace')
    for (const path of ['profile', 'security', 'sessions', 'keys', 'activity', 'delete']) await fits(`/account/${path}`)
    await fits('/organizations/new')
    await page.getByRole('button', { name: /Ada Lovelace/ }).click()
    await expect(page.getByRole('banner').locator('select')).toHaveCount(1)
    expect(await cutChoices(page), 'in the menu').toEqual([])
    const name = 'Augusta Ada Byron-King Countess of Lovelace and of Elsewhere'
    await createOrganization(page, name)
    await makeAdministrator(email)
    await runInDatabase((db) => db.write`update "user" set "name" = ${name} where "email" = ${email}`)
    await fits(`/admin/people?q=${encodeURIComponent(email)}`, 'td a')
    expect(await cutTexts(page.getByRole('main'))).toEqual([])
    await page.getByRole('main').getByRole('link', { name }).click()
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
    for (const path of [new URL(page.url()).pathname, '/admin/organizations', '/admin/emails?show=dead']) {
      await fits(path, 'li > .kit-row-main')
      expect(await cutTexts(page.getByRole('main')), path).toEqual([])
    }
  })
}
