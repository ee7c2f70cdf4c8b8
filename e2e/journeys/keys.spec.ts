import { request } from '@playwright/test'
import { createOrganization } from '../support/organizations.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

test('creates a personal key, with which a program acts until it is revoked', async ({ page, baseURL }) => {
  await signUpByCall(page, 'Olga Owner')
  const { slug } = await createOrganization(page, 'Harbour Lab')
  await page.goto('/account/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('CI')
  await dialog.getByRole('checkbox', { name: 'Harbour Lab' }).check()
  await dialog.getByRole('checkbox', { name: 'Create teams' }).check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()

  const program = await request.newContext({ ...(baseURL && { baseURL }), extraHTTPHeaders: { 'x-api-key': key } })
  expect(await (await program.get('/api/auth/actor')).json()).toMatchObject({
    kind: 'key',
    key: { name: 'CI', scopes: ['team:create'] },
    organizations: [{ slug, permissions: expect.arrayContaining(['team:create']) }],
  })
  await page.reload()
  const row = page.getByRole('list', { name: 'Keys' }).getByRole('listitem')
  await expect(row).toContainText(/CI acct_....… ActiveCreate teams · Harbour LabLast used now · Expires on /)
  await row.getByRole('button', { name: 'Actions for CI' }).click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Deploy')
  await dialog.getByRole('checkbox', { name: 'Create teams' }).uncheck()
  await dialog.getByRole('combobox', { name: 'Expiry' }).selectOption('Never')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(row).toContainText(/Deploy acct_....… ActiveOnly reads · Harbour LabLast used now · Never expires/)
  expect(await (await program.get('/api/auth/actor')).json()).toMatchObject({
    key: { name: 'Deploy', scopes: [] },
    organizations: [{ slug, permissions: [] }],
  })
  await row.getByRole('button', { name: 'Actions for Deploy' }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await expect(page.getByText('No keys yet')).toBeVisible()
  expect((await program.get('/api/auth/actor')).status()).toBe(401)
  await program.dispose()
})

test('shows what a key of an organization did in the audit log', async ({ page, baseURL }) => {
  await signUpByCall(page, 'Olga Owner')
  const { slug, organizationId } = await createOrganization(page, 'Harbour Lab')
  await page.goto(`/organizations/${slug}/keys`)
  await page.getByRole('button', { name: 'Create key' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Sync')
  await dialog.getByRole('checkbox', { name: 'Create teams' }).check()
  await dialog.getByRole('button', { name: 'Create key' }).click()
  const key = await dialog.getByRole('textbox', { name: 'Key' }).inputValue()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const program = await request.newContext({ ...(baseURL && { baseURL }), extraHTTPHeaders: { 'x-api-key': key } })
  const made = await program.post('/api/auth/organization/create-team', { data: { name: 'Eights', organizationId } })
  expect(made.status()).toBe(200)
  await program.dispose()
  await page.goto(`/organizations/${slug}/audit-log`)
  const log = page.getByRole('list', { name: 'Audit log' })
  await expect(log.getByRole('button', { name: 'Sync created the team Eights' })).toBeVisible()
  await expect(log.getByRole('button', { name: 'Olga Owner created a key' })).toBeVisible()
})
