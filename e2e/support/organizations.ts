import type { Page } from '@playwright/test'
import { unique } from './people.ts'
import { signUpByCall } from './sign-up-by-call.ts'

/** A call to `/organization/…` in the session of the page's browser, without going through the screens. */
export async function organizationCall(page: Page, path: string, data: object): Promise<{ id: string }> {
  const { origin } = new URL(process.env['PRODUCT_URL'] ?? '')
  const answer = await page.request.post(`/api/auth/organization${path}`, { data, headers: { origin } })
  if (!answer.ok()) throw new Error(`${path} answered ${answer.status()}: ${await answer.text()}`)
  return answer.json()
}

/** Creates an organization whose slug nobody else has. */
export async function createOrganization(page: Page, name: string): Promise<{ slug: string; organizationId: string }> {
  const slug = unique(name.toLowerCase()).replace(' ', '-')
  return { slug, organizationId: (await organizationCall(page, '/create', { name, slug })).id }
}

interface Newcomer {
  page: Page
  name: string
  role: 'owner' | 'admin' | 'member'
}

/** Signs somebody up in their browser and makes them a member of the organization, by an invitation from `ownerPage`. */
export async function joinByCall(ownerPage: Page, organizationId: string, { page, name, role }: Newcomer) {
  const { email } = await signUpByCall(page, name)
  const { id: invitationId } = await organizationCall(ownerPage, '/invite-member', { email, role, organizationId })
  await organizationCall(page, '/accept-invitation', { invitationId })
  return { email }
}
