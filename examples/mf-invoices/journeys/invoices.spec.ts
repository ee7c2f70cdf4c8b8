import { expect, test } from 'kit/testing/journeys'

test('shows a member the invoice that an owner has issued', async ({ asOwner, asMember }) => {
  const { page, organization } = await asOwner()
  const tab = `/organizations/${organization.slug}/invoices`
  await page.goto(tab)
  await page.getByRole('textbox', { name: 'Customer' }).fill('Rowers')
  await page.getByRole('textbox', { name: 'Amount in euros' }).fill('12.50')
  await page.getByRole('button', { name: 'Issue' }).click()
  await expect(page.getByText('Invoice 1 was issued.')).toBeVisible()

  const member = await asMember()
  await member.page.goto(tab)
  await expect(member.page.getByRole('listitem').filter({ hasText: 'Rowers' })).toContainText('€12.50')
  await expect(member.page.getByRole('button', { name: 'Issue' })).toBeHidden()
})
