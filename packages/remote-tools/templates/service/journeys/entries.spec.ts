import { expect, test } from 'kit/testing/journeys'

// `npx remote test` runs it in the composed product, with users of its own. The service must be
// registered there, and run.
test('shows a member what an owner has added', async ({ asOwner, asMember }) => {
  const { page, organization } = await asOwner()
  const tab = `/organizations/${organization.slug}/template`
  await page.goto(tab)
  await page.getByRole('textbox', { name: 'Text' }).fill('The first')
  await page.getByRole('button', { name: 'Add' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'The first' })).toBeVisible()

  const member = await asMember()
  await member.page.goto(tab)
  await expect(member.page.getByText('The first')).toBeVisible()
  await expect(member.page.getByRole('textbox', { name: 'Text' })).toBeHidden()
})
