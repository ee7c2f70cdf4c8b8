import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'

const names: Readonly<Record<string, MessageDescriptor>> = { owner: msg`Owner`, admin: msg`Admin`, member: msg`Member` }

/** For roles in an organization as in REST: `owner,admin`. */
export function useRoleText(): (roles: string) => string {
  const { i18n } = useLingui()
  const textOf = (role: string) => (names[role] ? i18n._(names[role]) : role)
  return (roles) => roles.split(',').map(textOf).join(', ')
}
