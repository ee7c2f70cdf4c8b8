import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const names: Partial<Record<string, MessageDescriptor>> = {
  owner: msg`Owner`,
  admin: msg`Admin`,
  member: msg`Member`,
}

/** Parses the comma-separated roles. Unknown roles grant nothing, so they are omitted. */
export function roleNames(role: string | null): MessageDescriptor[] {
  return (role ?? '').split(',').flatMap((one) => names[one.trim()] ?? [])
}
