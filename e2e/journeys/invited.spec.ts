import { createOrganization, organizationCall } from '../support/organizations.ts'
import { newPerson, signUp } from '../support/people.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

test('leads a new customer to verify the email before the first invitation is sent', async ({ page, findEmailTo }) => {
  const owner = await signUpByCall(page, 'Olga Owner')
  await page.goto('/')
  const confirm = page.getByRole('region', { name: 'Verify your email' })
  await expect(confirm).toContainText(owner.email)
  await expect(confirm.getByRole('link', { name: 'Change email' })).toHaveAttribute('href', '/account/profile')
  const parts = page.getByRole('main').getByRole('region')
  await expect(parts.first(), 'comes first').toHaveAccessibleName('Verify your email')
  const { slug } = await createOrganization(page, 'Harbour Lab')
  const warning = page.getByText('Your email isn’t verified')
  await page.goto(`/organizations/${slug}`)
  await page.getByRole('button', { name: 'Invite people' }).click()
  await expect(warning).toBeVisible()
  await page.goto('/')
  await expect(confirm).toContainText(`We sent a link to ${owner.email}`)
  await confirm.getByRole('button', { name: 'Send again' }).click()
  await expect(page.getByRole('status').getByText(`We sent an email to ${owner.email}`)).toBeVisible()

  await page.goto((await findEmailTo(owner.email)).url)
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Olga' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Organizations' })).toBeVisible()
  await expect(confirm).toBeHidden()
  await page.goto(`/organizations/${slug}`)
  await page.getByRole('button', { name: 'Invite people' }).click()
  await expect(page.getByRole('textbox', { name: 'Email addresses' })).toBeVisible()
  await expect(warning).toBeHidden()
})

test(
  'shows an invitation after sign-up without its link, once the email is verified',
  { tag: '@full' },
  async ({ page, openBrowser, findEmailTo }) => {
    const owner = await signUpByCall(page, 'Olga Owner')
    const { organizationId } = await createOrganization(page, 'Harbour Lab')
    const guest = newPerson('Gustav Guest')
    await organizationCall(page, '/invite-member', { email: guest.email, role: 'member', organizationId })

    const guestPage = await openBrowser()
    await signUp(guestPage, guest)
    const hint = `Invited? Verify ${guest.email} to see invitations.`
    const card = guestPage.getByRole('region', { name: 'Organizations' })
    await expect(guestPage.getByRole('region', { name: 'Verify your email' })).toContainText(guest.email)
    await guestPage.getByRole('button', { name: 'Organization:' }).click()
    await expect(guestPage.getByText(hint)).toHaveCount(1)
    await guestPage.goto('/organizations')
    await expect(guestPage.getByText('No organizations yet')).toBeVisible()
    await guestPage.getByRole('main').getByRole('link', { name: 'Send email' }).click()
    await expect(guestPage.getByText('Open its link in this browser.')).toBeVisible()

    const opened = await guestPage.context().newPage()
    await opened.goto((await findEmailTo(guest.email, '/verify-email')).url)
    await expect(opened.getByRole('heading', { name: 'Your email is verified' })).toBeVisible()
    await expect(guestPage).toHaveURL('/organizations')
    await expect(guestPage.getByRole('list', { name: 'Invitations' })).toContainText('Harbour Lab')
    await expect(guestPage.getByText(hint)).toBeHidden()
    await guestPage.goto('/')
    await expect(card).toContainText(`From ${owner.name}email not verified`)
    await card.getByRole('button', { name: 'Join: Harbour Lab' }).click()
    await expect(guestPage.getByText(/^Welcome to Harbour Lab/)).toBeVisible()
  },
)
