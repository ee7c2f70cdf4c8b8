import { createOrganization, organizationCall } from '../support/organizations.ts'
import { newPerson, signUp } from '../support/people.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

test('leads a new customer to verify the email before the first invitation is sent', async ({ page, findEmailTo }) => {
  const owner = newPerson('Olga Owner')
  await signUp(page, owner)
  const confirm = page.getByRole('region', { name: 'Confirm your email' })
  await expect(confirm).toContainText(owner.email)
  await expect(confirm.getByRole('link', { name: 'Change' })).toHaveAttribute('href', '/account/profile')
  await expect(page.getByRole('main').getByRole('heading', { level: 2 }).first()).toHaveText('Confirm your email')
  const { slug } = await createOrganization(page, 'Harbour Lab')
  await page.goto(`/organizations/${slug}`)
  await expect(page.getByText('Your e-mail address is not confirmed yet')).toBeVisible()
  await page.goto('/')
  await confirm.getByRole('link', { name: 'Send again' }).click()
  await expect(page.getByText(`We have sent a mail to ${owner.email}`)).toBeVisible()

  await page.goto((await findEmailTo(owner.email)).url)
  await page.getByRole('link', { name: 'Continue' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Welcome, Olga Owner' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Your organizations' })).toBeVisible()
  await expect(confirm).toBeHidden()
  await page.goto(`/organizations/${slug}`)
  await expect(page.getByRole('button', { name: 'Invite people' })).toBeVisible()
  await expect(page.getByText('Your e-mail address is not confirmed yet')).toBeHidden()
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
    const hint = `Invited? Confirm ${guest.email} to see your invitations.`
    const card = guestPage.getByRole('region', { name: 'Invitations for you' })
    await expect(card).toContainText(hint)
    await guestPage.getByRole('button', { name: 'Organization:' }).click()
    await expect(guestPage.getByText(hint)).toHaveCount(2)
    await guestPage.goto('/organizations')
    await expect(guestPage.getByText('You are in no organization yet.')).toBeVisible()
    await guestPage.getByRole('main').getByRole('link', { name: 'Confirm the address' }).click()
    await expect(guestPage.getByText('Open the link in it in this browser.')).toBeVisible()

    const opened = await guestPage.context().newPage()
    await opened.goto((await findEmailTo(guest.email, '/verify-email')).url)
    await expect(opened.getByRole('heading', { name: 'Your e-mail address is verified' })).toBeVisible()
    await expect(guestPage).toHaveURL('/organizations')
    await expect(guestPage.getByRole('list', { name: 'Invitations for you' })).toContainText('Harbour Lab')
    await expect(guestPage.getByText(hint)).toBeHidden()
    await guestPage.goto('/')
    await expect(card).toContainText(`From ${owner.name} (unconfirmed address)`)
    await card.getByRole('link', { name: /^See the invitation to Harbour Lab/ }).click()
    await guestPage.getByRole('button', { name: /^Join Harbour Lab/ }).click()
    await expect(guestPage.getByText(/^Welcome to Harbour Lab/)).toBeVisible()
  },
)
