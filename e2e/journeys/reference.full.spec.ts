import { expect, test } from '../support/test.ts'

test('shows every call in the API reference, without third-party files', async ({ page, baseURL }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(String(baseURL)) && !request.url().startsWith('data:')) elsewhere.push(request.url())
  })
  await page.goto('/api/auth/reference')
  await expect(page.getByRole('heading', { name: /Authentication and organizations/ })).toBeVisible()
  await page.getByRole('button', { name: 'Expand operation' }).first().waitFor({ state: 'attached' })
  await page.getByRole('link', { name: 'credential', exact: true }).click()
  await page.getByText('Sign in with email and password').click()
  await expect(page.getByText('rememberMe').first()).toBeVisible()
  expect(elsewhere).toEqual([])
})
