import { patience } from '../../scripts/patience.ts'
import {
  addInvitations,
  addMembers,
  createOrganization,
  joinByCall,
  organizationCall as call,
} from '../support/organizations.ts'
import { quartile, timesOfKeys } from '../support/keys.ts'
import { newPerson, unique } from '../support/people.ts'
import { edgesOf, halfBlackFile, showLeftHalf } from '../support/pictures.ts'
import { post } from '../support/post.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

test('an owner changes roles, hands over, and leaves', async ({ page, openBrowser }) => {
  const memberPage = await openBrowser()
  await signUpByCall(page, 'Olga Owner')
  const { slug, organizationId } = await createOrganization(page, 'Rowing')
  await joinByCall(page, organizationId, { page: memberPage, name: 'Max Member', role: 'member' })

  await memberPage.goto(`/organizations/${slug}`)
  await expect(memberPage.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(2)
  await expect(memberPage.getByRole('button', { name: /^(Change|Invite)/ })).toHaveCount(0)

  await page.goto(`/organizations/${slug}/settings`)
  const leave = page.getByRole('button', { name: 'Leave' })
  await expect(leave, 'before the click').toBeDisabled()
  await expect(leave).toHaveAccessibleDescription(/^You are the only owner\. Make somebody else an owner first/)

  await page.goto(`/organizations/${slug}`)
  await page.getByRole('button', { name: 'Change Olga Owner' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByRole('checkbox', { name: 'Owner' })).toBeDisabled()
  await expect(dialog.getByText('The organization needs an owner.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Change Olga Owner' })).toBeFocused()

  await page.getByRole('button', { name: 'Change Max Member' }).click()
  await dialog.getByRole('checkbox', { name: 'Owner' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Max Member' })).toContainText('Owner')

  await page.getByRole('link', { name: 'Settings' }).click()
  await leave.click()
  await dialog.getByRole('button', { name: 'Leave the organization' }).click()
  await expect(page).toHaveURL('/organizations')
  await expect(page.getByText('You left Rowing.')).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByText('no organization yet')).toBeVisible()
  await memberPage.reload()
  await expect(memberPage.getByRole('list', { name: 'Members' }).getByRole('listitem')).toHaveCount(1)
})

test('an invitation is sent again and, after a question, cancelled; the focus stays near', async ({
  page,
  openBrowser,
  baseURL,
}) => {
  await signUpByCall(page, 'Olga Owner')
  const { slug, organizationId } = await createOrganization(page, 'Rowing')
  await addInvitations(organizationId, 48)
  const [email = '', next = ''] = [1, 10].map((n) => `guest.${n}.${organizationId.toLowerCase()}@example.com`)
  await page.goto(`/organizations/${slug}`)
  const invitations = page.getByRole('list', { name: 'Open invitations' }).getByRole('listitem')
  await expect(invitations).toHaveCount(5)
  await expect(invitations.first()).toContainText(/in 2 days|tomorrow/) // the latter when midnight is between
  await page.getByRole('button', { name: `Send again to ${email}` }).click()
  await expect(page.getByText(`The invitation to ${email} is on its way.`)).toBeVisible()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: `Copy link for ${email}` }).click()
  await expect(page.getByText(`The link is copied. It is for ${email}: send it to nobody else.`)).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link, 'without the secret of the mail').toBe(`${baseURL}/accept-invitation/${organizationId}-1`)
  const guest = await openBrowser()
  await post(guest, '/api/auth/sign-up/email', { ...newPerson('Gustav Guest'), email })
  await guest.goto(link)
  await expect(guest.getByRole('button', { name: 'Join Rowing' })).toBeVisible()

  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `Cancel invitation to ${email}` }).press('Enter')
  await dialog.getByRole('button', { name: 'Keep invitation' }).press('Enter')
  await expect(page.getByRole('button', { name: `Cancel invitation to ${email}` })).toBeFocused()
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Cancel invitation' }).press('Enter')
  await expect(page.getByText(`The invitation to ${email} was cancelled.`)).toBeVisible()
  await expect(invitations.filter({ hasText: next }), 'the focus is on the row that took the place').toBeFocused()
  await expect(page.getByText('47 open invitations')).toBeVisible()

  await page.getByRole('button', { name: 'Show all 47 invitations' }).click()
  await expect(page).toHaveURL(/\?invitations=all$/)
  await expect(invitations).toHaveCount(47)
  const several = page.getByRole('group', { name: 'Several invitations at once' })
  await several.getByRole('checkbox', { name: 'Select all' }).press('Space')
  await expect(several.getByText('47 selected', { exact: true })).toBeVisible()
  await page.keyboard.press('Space')
  await invitations.nth(0).getByRole('checkbox').press('Space')
  await invitations
    .nth(2)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  await expect(several.getByText('3 selected', { exact: true })).toBeVisible()
  await several.getByRole('button', { name: 'Cancel invitations' }).press('Enter')
  await dialog.getByRole('button', { name: 'Cancel invitations' }).press('Enter')
  await expect(page.getByText('The selected invitations were cancelled.')).toBeVisible()
  await expect(page.getByText('44 open invitations')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Open invitations' }), 'the focus is near').toBeFocused()
})

test('who changes the address of an organization stays in the form, which says so', async ({ page }) => {
  const [slug, changed] = [unique('rowing'), unique('sailing')].map((name) => name.replace(' ', '-'))
  await signUpByCall(page, 'Olga Owner')
  await call(page, '/create', { name: 'Rowing', slug })
  await page.goto(`/organizations/${slug}/settings`)
  await page.getByRole('textbox', { name: 'Address' }).fill(changed ?? '')
  await page.getByRole('button', { name: 'Save' }).press('Enter')
  await expect(page).toHaveURL(`/organizations/${changed}/settings`)
  await expect(page.getByText('Saved.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toBeFocused()
  await page.goto(`/organizations/${slug}/settings?from=mail#leave`)
  await expect(page).toHaveURL(`/organizations/${changed}/settings?from=mail#leave`)
  await expect(page.getByRole('heading', { name: 'Rowing' })).toBeVisible()
})

test('a taken address comes with three free ones, and a name in whatever script gets one', async ({ page }) => {
  await signUpByCall(page, 'Olga Owner')
  const taken = unique('rowing').replace(' ', '-')
  await call(page, '/create', { name: 'Rowing', slug: taken })
  await page.goto('/organizations/new')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill(taken)
  await expect(page.getByText(`${taken} is taken.`)).toBeVisible()
  const free = page.getByRole('group', { name: 'Free addresses' }).getByRole('button')
  await expect(free).toHaveCount(3)
  const chosen = (await free.nth(1).textContent()) ?? ''
  await free.nth(1).click()
  await expect(page.getByText(`${chosen} is free.`)).toBeVisible()
  const create = page.getByRole('main').getByRole('button', { name: 'Create' })
  await create.click()
  await expect(page).toHaveURL(`/organizations/${chosen}`)
  await page.goto('/organizations/new')
  await name.fill('日本')
  await expect(page.getByRole('textbox', { name: 'Address' })).toHaveValue(/^org-\d{5}$/)
  await create.click()
  await expect(page.getByRole('heading', { level: 1, name: '日本' })).toBeVisible()
  await expect(page).toHaveURL(/\/organizations\/org-\d{5}$/)
})

test('an organization gets the chosen part of a picture as its logo, for all members, and loses it again', async ({
  page,
  openBrowser,
}, testInfo) => {
  const memberPage = await openBrowser()
  await signUpByCall(page, 'Olga Owner')
  const { slug, organizationId } = await createOrganization(page, 'Rowing')
  await joinByCall(page, organizationId, { page: memberPage, name: 'Max Member', role: 'member' })
  await page.goto(`/organizations/${slug}/settings`)
  const file = page.getByLabel('Logo of the organization')
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await file.setInputFiles({ name: 'a.svg', mimeType: 'image/svg+xml', buffer: svg })
  await expect(page.getByText('This file is not a picture that can be used.')).toBeVisible()
  await file.setInputFiles(await halfBlackFile(page, testInfo))
  const editor = page.getByRole('dialog', { name: 'Choose what is shown' })
  await showLeftHalf(editor.getByRole('application'))
  await editor.getByRole('button', { name: 'Save' }).click()
  const logo = page.locator('main .kit-avatar img')
  await expect(logo).toHaveAttribute('src', /\/api\/auth\/pictures\/[\da-f]{64}$/)
  await expect.poll(() => edgesOf(logo), 'the chosen part, not the middle').toEqual([true, true])
  await memberPage.goto('/organizations')
  const seen = memberPage.getByRole('listitem').filter({ hasText: slug }).locator('.kit-avatar img')
  await expect.poll(() => edgesOf(seen)).toEqual([true, true])
  await memberPage.goto(`/organizations/${slug}/settings`)
  await expect(memberPage.getByRole('button', { name: 'Leave' })).toBeVisible()
  await expect(memberPage.getByLabel('Logo of the organization'), 'is not for members').toHaveCount(0)
  await page.getByRole('button', { name: 'Remove the logo' }).click()
  await expect(logo).toBeHidden()
  await memberPage.goto('/organizations')
  await expect(memberPage.getByRole('listitem').filter({ hasText: slug }).locator('.kit-avatar')).toHaveText('R')
})

test('an organization is deleted only after its address was typed', async ({ page }) => {
  await signUpByCall(page, 'Olga Owner')
  const { slug } = await createOrganization(page, 'Rowing')
  await page.goto(`/organizations/${slug}/settings`)
  await page.getByRole('textbox', { name: `Type ${slug} to confirm` }).fill('something else')
  await page.getByRole('button', { name: 'Delete the organization' }).click()
  await expect(page.getByText('This is not the address of the organization.')).toBeVisible()
  await page.getByRole('textbox', { name: `Type ${slug} to confirm` }).fill(slug)
  await page.getByRole('button', { name: 'Delete the organization' }).click()
  await expect(page).toHaveURL('/organizations')
  await expect(page.getByText('no organization yet')).toBeVisible()
})

test('an invitation is found and accepted without its mail, once the address is verified', async ({
  page,
  openBrowser,
  mailTo,
}) => {
  const guestPage = await openBrowser()
  await signUpByCall(page, 'Olga Owner')
  const guest = await signUpByCall(guestPage, 'Gustav Guest')
  const slug = unique('rowing').replace(' ', '-')
  const { id: organizationId } = await call(page, '/create', { name: slug, slug })
  await call(page, '/invite-member', { email: guest.email, role: 'member', organizationId })
  await guestPage.goto('/organizations')
  await expect(guestPage.getByText('no organization yet')).toBeVisible()
  await expect(guestPage.getByRole('list', { name: 'Invitations for you' })).toBeHidden()

  await guestPage.goto('/verify-email?redirectTo=%2Forganizations')
  await expect(guestPage.getByText('You can send it again in')).toBeVisible()
  await guestPage.goto((await mailTo(guest.email, '/verify-email')).url)
  await guestPage.getByRole('link', { name: 'Continue' }).click()
  // To go on closes what is open.
  await expect(guestPage.getByRole('heading', { level: 1, name: 'Organizations' })).toBeVisible()
  await guestPage.getByRole('button', { name: 'Organization:' }).click()
  await expect(guestPage.getByRole('link', { name: '1 invitation for you' })).toBeVisible()
  await guestPage.keyboard.press('Escape')
  await guestPage.getByRole('button', { name: `Join ${slug}` }).click()
  await expect(guestPage).toHaveURL(`/organizations/${slug}`)
  await expect(guestPage.getByRole('button', { name: 'Organization:' })).toContainText(slug)
})

test.describe('with an account that was signed out meanwhile', () => {
  test.use({ expectedComplaints: /status of 40/ })

  test('changing to it, to answer its invitation, says that it cannot be', async ({ page }) => {
    await signUpByCall(page, 'Ada Lovelace')
    await page.route('**/organization/get-invitation?*', (route) =>
      route.fulfill({ status: 403, json: { code: 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION', message: '' } }),
    )
    const other = { session: { id: 'ended', token: 'ended' }, user: { id: 'other', email: 'other@example.com' } }
    await page.route('**/multi-session/list-device-sessions', (route) => route.fulfill({ json: [other] }))
    await page.goto('/accept-invitation/some-invitation')
    await page.getByRole('button', { name: 'Continue as other@example.com' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  })
})

test('teams are created, renamed in their place, filled and removed, but for the last and the own one', async ({
  page,
}) => {
  await signUpByCall(page, 'Olga Owner')
  const { slug } = await createOrganization(page, 'Rowing')
  await page.goto(`/organizations/${slug}`)
  await page.getByRole('link', { name: 'Teams' }).click()
  const teams = page.getByRole('list', { name: 'Teams' }).getByRole('listitem')
  await expect(teams).toHaveCount(1)
  await expect(page.getByText('An organization needs at least one team.')).toBeVisible()
  await page.getByRole('textbox', { name: 'Name' }).fill('Eight')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await expect(teams).toHaveCount(2)
  await page.getByRole('button', { name: 'Rename Eight' }).press('Enter')
  const name = page.getByRole('list', { name: 'Teams' }).getByRole('textbox', { name: 'Name of the team' })
  await expect(name, 'the focus is not lost with the button').toBeFocused()
  await name.press('Escape')
  await expect(page.getByRole('button', { name: 'Rename Eight' })).toBeFocused()
  await page.keyboard.press('Enter')
  await name.fill('Four')
  await name.press('Enter')
  await expect(page.getByRole('button', { name: 'Rename Four' })).toBeFocused()
  await expect(page.getByRole('list', { name: 'Teams' })).toContainText('Four')
  await expect(page.getByRole('button', { name: 'Remove Rowing' })).toHaveAccessibleDescription(/^You are in this team/)
  await page.getByRole('link', { name: '1 member', exact: true }).click()
  await expect(page).toHaveURL(/\?team=/)
  await page.getByRole('button', { name: 'Change Olga Owner' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Team' }).selectOption('Four')
  await page.getByRole('dialog').getByRole('button', { name: 'Change the team' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.getByRole('main').getByRole('link', { name: 'Members' }).click()
  await page.getByRole('combobox', { name: 'Team', exact: true }).selectOption('Four')
  await page.getByRole('textbox', { name: 'E-mail' }).fill(newPerson('Gustav Guest').email)
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByRole('list', { name: 'Open invitations' })).toContainText('Team: Four')
  await page.getByRole('link', { name: 'Teams' }).click()
  await expect(teams).toHaveText([/^RowingNobody/, /^Four1 member: Olga Owner/])
  await page.getByRole('button', { name: 'Remove Rowing' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(teams).toHaveCount(1)
  await expect(page.getByText('The team Rowing was removed.')).toBeVisible()
  await expect(teams.first(), 'the focus stays near').toBeFocused()
})

test('many addresses are invited at once, and each one that cannot be says why', async ({ page }) => {
  const owner = await signUpByCall(page, 'Olga Owner')
  const [first, second] = [newPerson('Gustav Guest').email, newPerson('Greta Guest').email]
  const { slug } = await createOrganization(page, 'Rowing')
  await page.goto(`/organizations/${slug}`)
  const field = page.getByRole('textbox', { name: 'E-mail' })
  await expect(field).toBeVisible()
  await expect(page.locator('main form .kit-notice')).toBeEmpty()
  await field.evaluate((input, text) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', text)
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, `${first}\n${second}\nnobody\n${owner.email}`)
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('2 invitations are on their way.')).toBeVisible()
  const refused = page.getByRole('list', { name: 'Not invited' }).getByRole('listitem')
  await expect(refused).toHaveText([/^nobody Enter a whole/, /This person is a member already/])
  await expect(field).toHaveValue(`nobody ${owner.email}`)
  await expect(page.getByRole('list', { name: 'Open invitations' }).getByRole('listitem')).toHaveCount(2)
})

test('invitations that come too fast stop, and what was not tried stays in the field', async ({ page }) => {
  await signUpByCall(page, 'Olga Owner')
  const [first, second, third] = ['Ann', 'Ben', 'Cem'].map((name) => newPerson(name).email)
  const { slug } = await createOrganization(page, 'Rowing')
  let asked = 0
  await page.route('**/graphql', async (route) => {
    if (!route.request().postData()?.includes('InviteMember')) return route.continue()
    asked += 1
    if (asked === 1) return route.continue()
    const error = { message: 'Too many requests.', extensions: { code: 'RATE_LIMITED', retryAfter: 50 } }
    return route.fulfill({ json: { errors: [error], data: null } })
  })
  await page.goto(`/organizations/${slug}`)
  const field = page.getByRole('textbox', { name: 'E-mail' })
  await field.fill(`${first} ${second} ${third}`)
  await page.getByRole('button', { name: 'Invite' }).click()
  await expect(page.getByText('Those were too many attempts.')).toBeVisible()
  await expect(page.getByText(`The invitation to ${first} is on its way.`)).toBeVisible()
  await expect(field).toHaveValue(`${second} ${third}`)
  await expect(page.getByRole('button', { name: /Try again in \d+ s/ })).toBeVisible()
  expect(asked).toBe(2)
})

test('a thousand members are found, paged and changed, and typing stays as smooth as among ten', async ({
  page,
}, testInfo) => {
  test.slow()
  await signUpByCall(page, 'Olga Owner')
  const few = await createOrganization(page, 'Rowing')
  const many = await createOrganization(page, 'Sailing')
  await addMembers(few.organizationId, 9)
  await addMembers(many.organizationId, 999)
  const members = page.getByRole('list', { name: 'Members' }).getByRole('listitem')
  const search = page.getByRole('searchbox', { name: 'Find a member or an invitation' })

  const cpu = await page.context().newCDPSession(page)
  // A busy machine holds one of the two now and then; what a thousand members cost they cost each time.
  const best: Record<string, number> = {}
  await expect(async () => {
    for (const [count, { slug }] of [['10', few] as const, ['1,000', many] as const]) {
      await page.goto(`/organizations/${slug}`)
      await expect(page.getByText(`${count} members`, { exact: true })).toBeVisible()
      await cpu.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      const keys = await timesOfKeys(search, 'person 0000')
      await cpu.send('Emulation.setCPUThrottlingRate', { rate: 1 })
      await expect(page).toHaveURL(/\?q=person/)
      best[count] = Math.min(best[count] ?? Infinity, quartile(keys))
      testInfo.annotations.push({ type: `ms to the next frame at CPU × 4, of ${count}`, description: keys.join(' ') })
    }
    expect(best['1,000']).toBeLessThanOrEqual((best['10'] ?? 0) * 1.5 + 16)
  }).toPass({ timeout: 2 * patience })

  await search.fill('person 0')
  await expect(page.getByText('999 members found', { exact: true })).toBeVisible()
  await expect(members).toHaveCount(50)
  await page.getByRole('button', { name: 'Next page' }).click()
  await expect(members.first()).toContainText('Person 0051')
  await page.reload()
  await expect(members.first()).toContainText('Person 0051')
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name, Z to A')
  await expect(members.first()).toContainText('Person 0999')
  await page.getByRole('combobox', { name: 'Filter by team' }).selectOption('Sailing')
  await expect(page.getByText('99 members found', { exact: true })).toBeVisible()
  await page.getByRole('combobox', { name: 'Filter by role' }).selectOption('Administrator')
  await expect(page.getByText('9 members found', { exact: true })).toBeVisible()
  await page.goBack()
  await expect(page.getByText('99 members found', { exact: true })).toBeVisible()
  await expect(members.first()).toContainText('Person 0990')

  await page.getByRole('checkbox', { name: 'Select Person 0990' }).press('Space')
  await page.getByRole('checkbox', { name: 'Select Person 0970' }).click({ modifiers: ['Shift'] })
  await expect(page.getByText('3 selected', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).press('Enter')
  await expect(page.getByText('The selected members were removed. 96 members found', { exact: true })).toBeVisible()
  await expect(members.first()).toContainText('Person 0960')

  await search.fill('olga')
  await page.getByRole('combobox', { name: 'Filter by team' }).selectOption('All teams')
  await page.getByRole('button', { name: 'Change Olga Owner' }).click()
  await expect(page.getByRole('checkbox', { name: 'Owner' }), 'nobody else is an owner').toBeDisabled()
})

test('all organizations and teams are there, also those of a second page', async ({ page }) => {
  await signUpByCall(page, 'Olga Owner')
  const [first = '', second = ''] = ['one', 'two'].map((word) => unique(word).replace(' ', '-'))
  await call(page, '/create', { name: 'Rowing', slug: first })
  const { id: organizationId } = await call(page, '/create', { name: 'Sailing', slug: second })
  await call(page, '/create-team', { name: 'Eight', organizationId })
  await page.route('**/graphql', (route) => {
    const body = route.request().postData() ?? ''
    return route.continue({ postData: body.replace(/(organizations|teams)\(first: 100/, '$1(first: 1') })
  })
  await page.goto('/organizations')
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText([/Rowing/, /Sailing.*Active/])
  await expect(page.getByRole('main').getByText('Active', { exact: true })).toHaveCSS('text-transform', 'none')
  await page.getByRole('button', { name: 'Organization:' }).click()
  await expect(page.getByRole('button', { name: /^(Rowing|Sailing)$/ })).toHaveText(['Rowing', 'Sailing'])
  await page.goto(`/organizations/${second}/teams`)
  await expect(page.getByRole('list', { name: 'Teams' }).getByRole('listitem')).toHaveText([/Sailing/, /Eight/])
  await expect(page.getByRole('button', { name: 'Remove Sailing' }), 'it is not the last one').toBeVisible()
})

test('an organization whose slug another client chose freely can be reached', async ({ page }) => {
  await signUpByCall(page, 'Olga Owner')
  const name = unique('Rowing')
  await call(page, '/create', { name, slug: `${name} & Élan; +1` })
  await page.goto('/organizations')
  await page.getByRole('link', { name }).click()
  await page.getByRole('link', { name: 'Settings' }).click()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
  await page.reload()
  await expect(page.getByRole('textbox', { name: 'Name' })).toHaveValue(name)
})

test('the switcher changes the organization in all tabs, and finds one by typing', async ({ page }) => {
  await signUpByCall(page, 'Olga Owner')
  const names = Array.from({ length: 8 }, (_, index) => unique(`Club ${index + 1}`))
  const slugs = names.map((name) => name.toLowerCase().replaceAll(' ', '-'))
  for (const [index, name] of names.entries()) await call(page, '/create', { name, slug: slugs[index] })
  const [first = '', , third = ''] = names
  const other = await page.context().newPage()
  await other.goto('/account/profile')
  await expect(other.getByRole('button', { name: 'Organization:' })).toContainText('Club 8')

  await page.goto('/')
  const switcher = page.getByRole('button', { name: 'Organization:' })
  await switcher.click()
  await page.getByRole('textbox', { name: 'Find an organization' }).fill('club 3')
  await expect(page.getByRole('button', { name: first })).toBeHidden()
  await page.getByRole('button', { name: third }).click()
  await expect(page).toHaveURL(`/organizations/${slugs[2]}`)
  await expect(switcher).toContainText(third)
  await expect(page.getByRole('textbox', { name: 'Find an organization' })).toBeHidden()
  await expect(other.getByRole('button', { name: 'Organization:' })).toContainText(third)

  await switcher.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: 'Create an organization' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('link', { name: 'Create an organization' })).toBeHidden()
  await expect(switcher).toBeFocused()
})
