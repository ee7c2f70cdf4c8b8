import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { useFormat } from 'kit'
import { useMemo } from 'react'
import { roleNames } from '../organization-texts.ts'

const names: Record<string, MessageDescriptor> = roleNames

/** For a list of roles, or as in REST: `owner,support`. `own` are those that the organization has made. */
export function useRoleText(
  own?: readonly { name: string; label: string | null }[] | null,
): (roles: string | readonly string[] | null | undefined) => string {
  const { i18n } = useLingui()
  const format = useFormat()
  return useMemo(() => {
    const textOf = (role: string) => {
      const name = names[role.toUpperCase()]
      return name ? i18n._(name) : own?.find((one) => one.name === role)?.label || role
    }
    return (roles) => format.list((typeof roles === 'string' ? roles.split(',') : (roles ?? [])).map(textOf))
  }, [i18n, format, own])
}
