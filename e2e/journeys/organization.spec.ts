import { fillSignUp, newPerson, signIn, signOut, signUp, unique } from '../support/people.ts'
import { expect, test } from '../support/test.ts'

for (const [name, looks] of [
  ['wide and light', { viewport: { width: 1280, height: 800 }, colorScheme: 'light' }],
  ['narrow and dark', { viewport: { width: 320, height: 640 }, colorScheme: 'dark' }],
] as const) {
  test(`from signing up to working together in an organization, ${name}`, async ({ openBrowser, mailTo, baseURL }) => {
    const page = await openBrowser(looks)
    const owner = newPerson('Olga Owner')
    const guest = newPerson('Gustav Guest')
    const organization = unique('Rowing Club')
    const renamed = unique('Sailing Club')

    await signUp(page, owner)

    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Organizations' }).click()
    await page.getByRole('link', { name: 'Create an organization' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(organization)
    await expect(page.getByText('is free.')).toBeVisible()
    await page.getByRole('main').getByRole('button', { name: 'Create' }).click()
    await expect(page.getByRole('heading', { level: 1, name: organization })).toBeVisible()
    await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(1)

    await page.getByRole('textbox', { name: 'E-mail' }).fill(guest.email)
    await page.getByRole('button', { name: 'Invite' }).click()
    await expect(page.getByText(`The invitation to ${guest.email} is on its way.`)).toBeVisible()
    await expect(page.getByRole('list', { name: 'Open invitations' })).toContainText(guest.email)

    const mail = await mailTo(guest.email)
    expect(mail.subject).toContain(organization)
    expect(new URL(mail.url).origin).toBe(baseURL)

    const guestPage = await openBrowser(looks)
    await guestPage.goto(mail.url)
    await guestPage.getByRole('link', { name: 'Sign up' }).click()
    await fillSignUp(guestPage, guest)
    await expect(guestPage.getByText('Somebody who has not confirmed their e-mail address invites you')).toBeVisible()
    expect(guestPage.url()).not.toContain('token=')
    await guestPage.getByRole('button', { name: `Join ${organization}` }).click()
    await expect(guestPage.getByRole('heading', { level: 1, name: organization })).toBeVisible()
    await expect(guestPage.getByRole('button', { name: 'Invite' })).toBeHidden()

    await page.reload()
    await expect(page.getByRole('list', { name: 'Members' })).toContainText(guest.email)
    await expect(page.getByRole('list', { name: 'Open invitations' })).toBeHidden()

    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('textbox', { name: 'Name' }).fill(renamed)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Saved.')).toBeVisible()
    await expect(page.getByRole('heading', { level: 1, name: renamed })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText(renamed)

    await signOut(page, owner)
    await signIn(page, owner)
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Organizations' }).click()
    await page.getByRole('link', { name: renamed }).click()
    await expect(page.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(2)
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  })
}
