import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { roleNames } from '../organization-texts.ts'

const names: Record<string, MessageDescriptor> = roleNames

/** For roles as in REST: `owner,admin`. */
export function useRoleText(): (roles: string | null | undefined) => string {
  const { i18n } = useLingui()
  const textOf = (role: string) => {
    const name = names[role.toUpperCase()]
    return name ? i18n._(name) : role
  }
  return (roles) => (roles ?? '').split(',').map(textOf).join(', ')
}
