import { expect, test } from 'kit/testing/journeys'

// `npx remote test` runs it in the composed product, with users of its own.
test('opens the page for a member', async ({ asMember }) => {
  const { page } = await asMember()
  await page.goto('/template')
  await expect(page.getByRole('heading', { level: 1, name: 'Template' })).toBeVisible()
})
