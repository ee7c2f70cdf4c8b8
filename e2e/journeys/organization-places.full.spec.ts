import type { Page } from '@playwright/test'
import { createOrganization } from '../support/organizations.ts'
import { operate } from '../support/operate.ts'
import { post } from '../support/post.ts'
import { installRemotes, type Remote } from '../support/remotes.ts'
import { serve } from '../support/serve.ts'
import { signUpByCall } from '../support/sign-up-by-call.ts'
import { expect, test } from '../support/test.ts'

const remotes: Record<string, Remote> = {
  'mf-invoices': {
    description: {
      places: {
        'organization-tab': [{ name: 'invoices', label: { en: 'Invoices', de: 'Rechnungen' }, order: 40 }],
        'organization-card': [{ name: 'open', label: { en: 'Open invoices' }, order: 10 }],
      },
    },
    places: `{
      'organization-tab': { invoices: ({ organization, roles }) => 'Invoices of ' + organization.name + ' for ' + roles },
      'organization-card': { open: ({ organization }) => 'Open invoices of ' + organization.name },
    }`,
  },
}

const main = (page: Page) => page.getByRole('main')
const switcher = (page: Page, name: string) => page.getByRole('banner').getByRole('button', { name })
test('works in the organization of each of two tabs, and shows a rename in both', async ({ page }) => {
  await signUpByCall(page, 'Ada')
  const acme = await createOrganization(page, 'Acme')
  const rowers = await createOrganization(page, 'Rowers')
  const other = await page.context().newPage()
  for (const each of [page, other]) await installRemotes(each, remotes)
  await page.goto(`/organizations/${acme.slug}/invoices`)
  await expect(main(page)).toContainText('Invoices of Acme')
  await other.goto(`/organizations/${rowers.slug}`)
  await expect(main(other)).toContainText('Open invoices of Rowers')
  await expect(main(page)).toContainText('Invoices of Acme')
  await expect(switcher(page, 'Acme')).toBeVisible()
  await expect(switcher(other, 'Rowers')).toBeVisible()

  await other.goto(`/organizations/${acme.slug}/settings`)
  await other.getByRole('textbox', { name: 'Organization name' }).fill('Acme & Sons')
  await other.getByRole('button', { name: 'Save' }).first().click()
  for (const each of [other, page]) {
    await expect(switcher(each, 'Acme & Sons')).toBeVisible()
    await expect(each.getByRole('heading', { level: 1 })).toHaveText('Acme & Sons')
  }
})

test('mixes nothing up in 200 interleaved reads and writes of two organizations', async ({ page }) => {
  const notes = new Map<string, string[]>()
  const { origin, stop } = await serve((request, response) => {
    const token = String(request.headers.authorization).split('.')[1] ?? ''
    const { organization } = JSON.parse(Buffer.from(token, 'base64url').toString())
    const own = notes.get(organization.id) ?? []
    if (request.method === 'POST') notes.set(organization.id, [...own, String(request.url)])
    response.setHeader('content-type', 'application/json').end(JSON.stringify(notes.get(organization.id) ?? []))
  })
  await operate(`service set mf-notes ${origin}`)
  await signUpByCall(page, 'Ada')
  const both = [await createOrganization(page, 'Acme'), await createOrganization(page, 'Rowers')]
  const { origin: product } = new URL(process.env['PRODUCT_URL'] ?? '')
  const read = async (slug: string) => {
    const data = { query: `{ organization(by: { slug: "${slug}" }) { slug teams(first: 100) { nodes { name } } } }` }
    const { organization } = (await (await page.request.post('/graphql', { data })).json()).data
    expect(organization.slug).toBe(slug)
    return organization.teams.nodes.map(({ name }: { name: string }) => name)
  }
  const steps = Array.from({ length: 50 }, (_, index) => both.map((each) => ({ ...each, index }))).flat()
  const run = async ({ slug, organizationId, index }: (typeof steps)[number]) => {
    const headers = { referer: `${product}/organizations/${slug}/notes`, origin: product }
    const url = `/api/mf-notes/${slug}-${index}`
    if (index % 2 === 0) {
      // Another tab, or a REST client, changes the active organization all the time.
      await post(page, '/api/auth/organization/set-active', { organizationSlug: both[index % 4 === 0 ? 0 : 1]?.slug })
      const input = `{ organizationId: "O_${organizationId}", name: "${slug} ${index}" }`
      const data = { query: `mutation { createTeam(input: ${input}) { userErrors { code } } }` }
      expect((await (await page.request.post('/graphql', { data })).json()).data.createTeam.userErrors).toEqual([])
      expect((await page.request.post(url, { headers })).status()).toBe(200)
    } else {
      expect((await read(slug)).filter((name: string) => !name.startsWith(slug)).length).toBeLessThanOrEqual(1)
      const known: string[] = await (await page.request.get(url, { headers })).json()
      expect(known.filter((note) => !note.startsWith(`/${slug}-`))).toEqual([])
    }
  }
  for (let first = 0; first < steps.length; first += 4) await Promise.all(steps.slice(first, first + 4).map(run))
  for (const { slug, organizationId } of both) {
    const own = Array.from({ length: 25 }, (_, index) => index * 2)
    expect(notes.get(organizationId)?.toSorted()).toEqual(own.map((index) => `/${slug}-${index}`).toSorted())
    expect(await read(slug)).toEqual(expect.arrayContaining(own.map((index) => `${slug} ${index}`)))
  }
  await operate('service remove mf-notes')
  stop()
})
