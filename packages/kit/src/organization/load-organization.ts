import { authClient, request, type Result } from '../auth-client.ts'
import { roleNames } from 'contract/roles.ts'
import type { OrganizationKey, PageOrganization } from './use-organization.ts'

export async function loadOrganization(query: OrganizationKey): Promise<Result<PageOrganization | null>> {
  const [organization, member] = await Promise.all([
    request(() => authClient.GET('/organization/get-organization', { params: { query } }), { retry: 1 }),
    request(
      () =>
        authClient.GET('/organization/get-active-member-role', {
          params: { query: { ...query, permissions: 'true' } },
        }),
      { retry: 1 },
    ),
  ])
  const error = organization.error ?? member.error
  if (error && error.status !== 403) return { data: null, error }
  if (!organization.data || !member.data) return { data: null, error: null }
  const { id, name, slug, logo } = organization.data
  const { role, permissions = [] } = member.data
  return { data: { id, name, slug, logo: logo ?? null, roles: roleNames(role), permissions }, error: null }
}
