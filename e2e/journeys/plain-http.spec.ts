import { expect, test } from '../support/test.ts'

// Chromium says that these headers need https.
test.use({ expectedComplaints: /Cross-Origin-Opener-Policy|origin-keyed/ })

// A developer's machine, opened from another one: no `crypto.subtle` there.
test('loads other remotes over http', async ({ page, baseURL }) => {
  const origin = 'http://devbox.test'
  await page.route(`${origin}/**`, async (route) => {
    const url = route
      .request()
      .url()
      .replace(origin, baseURL ?? '')
    await route.fulfill({ response: await route.fetch({ url }) })
  })
  const whole = page.waitForResponse(/\/lock\//)
  await page.goto(`${origin}/`)
  expect(await page.evaluate(() => isSecureContext)).toBe(false)
  expect((await whole).ok()).toBe(true)
  await page.getByRole('link', { name: 'Sign in' }).first().click()
  await expect(page.getByRole('textbox', { name: 'Email or username' })).toBeVisible()
})
