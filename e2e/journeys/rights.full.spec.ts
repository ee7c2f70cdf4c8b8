import { createOrganization, joinByCall, organizationCall } from '../support/organizations.ts'
import { installRemotes, type Remote } from '../support/remotes.ts'
import { post } from '../support/post.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { scan } from '../support/scan.ts'
import { expect, test } from '../support/test.ts'

const money: Remote = {
  description: { routes: [{ path: '/mf-money', access: 'user', permission: 'organization:update' }] },
}

test('loads a restricted page only for its roles, tells others why, and follows changes', async ({
  page,
  openBrowser,
}) => {
  const guest = await openBrowser()
  const askedByGuest = await installRemotes(guest, { 'mf-money': money })
  await guest.goto('/mf-money')
  await expect(guest).toHaveURL('/sign-in?redirectTo=%2Fmf-money')
  expect(askedByGuest).toEqual([])

  await signUpByCall(page, 'Ada Lovelace')
  const { organizationId } = await createOrganization(page, 'Rowing')
  const bob = await openBrowser()
  await joinByCall(page, organizationId, { page: bob, name: 'Bob Hope', role: 'member' })
  const asked = await installRemotes(bob, { 'mf-money': money })
  const calls: string[] = []
  bob.on('request', (request) => calls.push(new URL(request.url()).pathname))
  await bob.goto('/mf-money')
  await expect(bob.getByRole('heading', { level: 1, name: 'You don’t have access to this page' })).toBeVisible()
  await expect(bob.getByRole('alert')).toContainText(
    'In Rowing it is open to: Owner, Admin, or a role that permits it.',
  )
  await scan(bob, 'a page that is not open')
  expect(asked).toEqual([])
  expect(calls.filter((path) => path.endsWith('/get-active-member'))).toHaveLength(1)

  const comeBack = () => bob.evaluate(() => void dispatchEvent(new Event('focus')))
  const list = await page.request.get(`/api/auth/organization/list-members?organizationId=${organizationId}`)
  const { members }: { members: { id: string; role: string }[] } = await list.json()
  const memberId = members.find(({ role }) => role === 'member')?.id
  await organizationCall(page, '/update-member-role', { organizationId, memberId, role: 'admin' })
  await comeBack()
  await expect(bob.getByText('mf-money in en')).toBeVisible()
  expect(asked).toEqual(['mf-money'])

  await createOrganization(bob, 'Sailing')
  await organizationCall(page, '/update-member-role', { organizationId, memberId, role: 'member' })
  await comeBack()
  await expect(bob.getByRole('banner').getByText('Sailing')).toBeVisible()
  await expect(bob.getByText('mf-money in en')).toBeVisible()
  await organizationCall(bob, '/set-active', { organizationId })
  await comeBack()
  await expect(bob.getByRole('alert')).toContainText('In Rowing it is open to')
  await expect(bob.getByText('mf-money in en')).toBeHidden()
  await bob.getByRole('main').getByRole('link', { name: 'Organizations' }).click()
  await expect(bob).toHaveURL('/organizations')
})

test('opens a restricted page after a sign-in in the only organization, and asks who has two', async ({ page }) => {
  const { email, password } = await signUpByCall(page, 'Ada Lovelace')
  await createOrganization(page, 'Rowing')
  const signInAnew = async () => {
    await page.context().clearCookies()
    await post(page, '/api/auth/sign-in/email', { email, password })
  }
  await signInAnew()
  await installRemotes(page, { 'mf-money': money })
  await page.goto('/mf-money')
  await expect(page.getByText('mf-money in en')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('button', { name: /Rowing/ })).toBeVisible()
  // For REST clients nothing has changed.
  const { session }: { session: { activeOrganizationId: string | null } } = await (
    await page.request.get('/api/auth/get-session')
  ).json()
  expect(session.activeOrganizationId).toBeNull()
  await createOrganization(page, 'Sailing')
  await signInAnew()
  await page.goto('/mf-money')
  await expect(page.getByRole('alert')).toContainText('Choose one first.')
  await expect(page.getByRole('banner').getByRole('button', { name: /Choose an organization/ })).toBeVisible()
})
