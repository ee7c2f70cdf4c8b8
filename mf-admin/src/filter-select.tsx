import type { MessageDescriptor } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { NativeSelect } from 'kit'

interface Props {
  label: string
  value: string
  options: Readonly<Record<string, { label: MessageDescriptor }>>
  onChange: (value: string) => void
}

export function FilterSelect({ label, value, options, onChange }: Props) {
  const { t } = useLingui()
  return (
    <NativeSelect
      size="xs"
      aria-label={label}
      value={value}
      data={Object.entries(options).map(([key, option]) => ({ value: key, label: t(option.label) }))}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  )
}

/** A value in the URL that is no option counts as absent. */
export const optionOf = <Name extends string>(options: Readonly<Record<Name, unknown>>, name: string): Name | '' =>
  Object.keys(options).find((key): key is Name => key === name) ?? ''
