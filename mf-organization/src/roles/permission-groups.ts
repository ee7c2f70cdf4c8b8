import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { ChoiceGroup } from '../choice-groups.tsx'

const resourceNames = new Map<string, MessageDescriptor>([
  ['organization', msg`Organization`],
  ['member', msg`Members`],
  ['invitation', msg`Invitations`],
  ['team', msg`Teams`],
  ['audit', msg`Audit log`],
  ['ac', msg`Roles`],
  ['webhook', msg`Webhooks`],
  ['key', msg`Keys`],
])

const grantNames = new Map<string, MessageDescriptor>([
  ['organization:update', msg`Change name, URL and logo`],
  ['organization:delete', msg`Delete the organization`],
  ['member:create', msg`Add members`],
  ['member:update', msg`Change roles and teams of members`],
  ['member:delete', msg`Remove members`],
  ['invitation:create', msg`Invite people`],
  ['invitation:cancel', msg`Cancel invitations`],
  ['team:create', msg`Create teams`],
  ['team:update', msg`Rename teams`],
  ['team:delete', msg`Remove teams`],
  ['audit:read', msg`Read the audit log`],
  ['ac:create', msg`Create roles`],
  ['ac:read', msg`See roles`],
  ['ac:update', msg`Change roles`],
  ['ac:delete', msg`Delete roles`],
  ['webhook:manage', msg`Manage webhooks`],
  ['key:manage', msg`Manage keys`],
])

/** Also for events, whose names begin with what they are about. */
export function useResourceName(): (resource: string) => string {
  const { t } = useLingui()
  return (resource) => {
    const name = resourceNames.get(resource === 'role' ? 'ac' : resource)
    return name ? t(name) : resource
  }
}

const resourceOf = (grant: string) => grant.replace(/:.*/, '')

/** Groups permissions by what they are about, or the remote that brings them. Their values are the permissions. */
export function usePermissionGroups(
  grants: readonly string[],
  ofRemotes: readonly { name: string; label: string }[] | null,
): ChoiceGroup[] {
  const { t } = useLingui()
  const resourceName = useResourceName()
  return [...new Set(grants.map(resourceOf))].map((resource) => {
    const choices = grants
      .filter((grant) => resourceOf(grant) === resource)
      .map((grant) => {
        const text = grantNames.get(grant)
        const label = text ? t(text) : ofRemotes?.find((one) => one.name === grant)?.label
        return { value: grant, label: label || grant.slice(resource.length + 1) }
      })
    return { key: resource, label: resourceName(resource), choices }
  })
}
