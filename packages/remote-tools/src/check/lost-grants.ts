import type { VersionDocument } from 'contract/registry.ts'
import { namesOfPermissions } from 'contract/remote-permissions.ts'
import type { Facts } from './facts.ts'

/** Says what roles of organizations lose once the version is live. The key is that of a publish. */
export function describeLostGrants(
  { name, description }: Pick<VersionDocument, 'name' | 'description'>,
  { remotes }: Pick<Facts, 'remotes'>,
  publicKey?: string,
): string[] {
  const live = remotes.find((each) => each.name === name && each.isPublic)
  if (!live?.permissions?.length) return []
  if (publicKey !== undefined && live.publicKey !== undefined && live.publicKey !== publicKey)
    return [
      `Version ${live.version} is signed with another key, so roles that grant ${live.permissions.join(', ')} lose it until an owner grants it again. To avoid that, sign with the same key.`,
    ]
  const kept = description ? namesOfPermissions(description) : []
  const lost = live.permissions.filter((permission) => !kept.includes(permission))
  return lost.length === 0
    ? []
    : [
        `Roles that grant ${lost.join(', ')} lose it, because remote.json no longer declares it. A permission with a new name must be granted again.`,
      ]
}
