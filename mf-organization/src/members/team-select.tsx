import { useLingui } from '@lingui/react/macro'
import { NativeSelect, type FieldProps } from 'kit'
import { useTeams } from './use-teams.ts'

/** The empty value means no team. */
export function TeamSelect({ organizationId, ...field }: FieldProps & { organizationId: string }) {
  const { t } = useLingui()
  const teams = useTeams(organizationId)
  return (
    <NativeSelect
      {...field}
      label={t`Team`}
      data={[{ value: '', label: t`No team` }, ...teams.map(({ id, name }) => ({ value: id, label: name }))]}
    />
  )
}
