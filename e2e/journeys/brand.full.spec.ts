import { shifts } from '../support/layout-shifts.ts'
import { createOrganization, organizationCall } from '../support/organizations.ts'
import { newPerson } from '../support/people.ts'
import { startProduct } from '../support/product.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="#e8a317"/></svg>'
const settings = {
  PRODUCT_NAME: 'Fieldnote',
  PRODUCT_MARK: mark,
  PRODUCT_ACCENT: '#e8a317',
  SUPPORT_URL: 'https://fieldnote.example/help',
  TERMS_URL: 'https://fieldnote.example/terms',
  PRIVACY_URL: 'https://fieldnote.example/privacy',
}

const guestPages = [
  '/',
  '/sign-in',
  '/sign-up',
  '/forgot-password',
  '/goodbye',
  '/nothing',
  '/error?error=access_denied',
]
const userPages = [
  '/',
  '/account/profile',
  '/account/security',
  '/account/sessions',
  '/account/activity',
  '/account/delete',
  '/organizations/new',
]

test.use({ expectedComplaints: /status of 40[04]/ })

test('shows another brand on the same build, and its own name nowhere', async ({ page: unbranded, openBrowser }) => {
  test.slow()
  await unbranded.goto('/sign-in')
  await expect(unbranded.getByRole('heading', { level: 1 })).toHaveText('Sign in to Accounts')

  const product = await startProduct(settings)
  const page = await openBrowser({ baseURL: product.address })
  const look = async (path: string) => {
    await page.goto(path)
    await expect(page.locator('main h1')).toBeVisible()
    await expect(page).toHaveTitle(/ · Fieldnote$/)
    const { icon, text } = await page.evaluate(() => ({
      icon: document.querySelector<HTMLLinkElement>('link[rel=icon]')?.href ?? '',
      text: document.documentElement.outerHTML,
    }))
    expect(decodeURIComponent(icon), path).toBe(`data:image/svg+xml,${mark}`)
    // The word would also be in names of files and services.
    expect(text.match(/\bAccounts\b.{0,60}/g) ?? [], path).toEqual([])
  }
  for (const path of guestPages) await look(path)
  await page.goto('/sign-in')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sign in to Fieldnote')
  await expect(page.getByRole('link', { name: 'Terms' })).toHaveAttribute('href', settings.TERMS_URL)
  const button = page.getByRole('main').getByRole('button', { name: 'Sign in' })
  await expect(button).toHaveCSS('background-color', 'rgb(236, 167, 31)')
  await expect(button).toHaveCSS('color', 'rgb(22, 25, 29)')

  for (const language of ['en', 'de']) {
    const phone = await openBrowser({ baseURL: product.address, viewport: { width: 390, height: 844 } })
    await phone.goto(`/sign-up?lang=${language}`)
    await expect(phone.getByRole('main').getByRole('link').nth(1)).toHaveAttribute('href', settings.TERMS_URL)
    await expect(phone.locator('body')).toHaveCSS('font-family', /^Inter/)
    await phone.evaluate(() => document.fonts.ready)
    expect((await shifts(phone)).reduce((sum, { value }) => sum + value, 0)).toBeLessThan(0.002)
    const laptop = await openBrowser({ baseURL: product.address, viewport: { width: 1280, height: 832 } })
    await laptop.goto(`/sign-up?lang=${language}`)
    await expect(laptop.getByText(/^(8 to|8 bis) 128/)).toBeVisible()
    await expect(laptop.locator('footer select')).toBeInViewport({ ratio: 1 })
  }

  await signUpByCall(page, 'Olga Owner')
  const { slug, organizationId } = await createOrganization(page, 'Rowing')
  const email = newPerson('Gustav Guest').email
  await organizationCall(page, '/invite-member', { email, role: 'member', organizationId })
  for (const path of [...userPages, `/organizations/${slug}`, `/organizations/${slug}/settings`]) await look(path)
  await expect(page.getByRole('banner').getByRole('link', { name: 'Fieldnote' })).toBeVisible()
  await expect
    .poll(async () => (await page.request.get(`${product.address}/dev/mail.json?to=${email}`)).text())
    .toContain('Fieldnote')
  const emails = await (await page.request.get(`${product.address}/dev/mail`)).text()
  expect(emails).not.toMatch(/\bAccounts\b/)
  await product.stop()
})
