import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

const names: Partial<Record<string, MessageDescriptor>> = {
  owner: msg`Owner`,
  admin: msg`Administrator`,
  member: msg`Member`,
}

/** What the roles of an invitation are called, of its text with commas. Those that this product does not know grant nothing. */
export function roleNames(role: string | null): MessageDescriptor[] {
  return (role ?? '').split(',').flatMap((one) => names[one.trim()] ?? [])
}
