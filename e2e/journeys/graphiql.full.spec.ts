import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

test('runs GraphiQL as the signed-in user, with the schema and without third-party files', async ({
  page,
  baseURL,
}) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(String(baseURL)) && !request.url().startsWith('data:')) elsewhere.push(request.url())
  })
  const { email } = await signUpByCall(page, 'Olive')
  await page.goto('/graphql')
  await page.getByRole('button', { name: /^Execute query/ }).click()
  await expect(page.getByLabel('Result Window')).toContainText(email)
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  await page.getByRole('link', { name: 'Mutation' }).click()
  await expect(page.getByRole('link', { name: 'createOrganization', exact: true })).toBeVisible()
  expect(elsewhere).toEqual([])
})
