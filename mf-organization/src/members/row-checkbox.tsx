import { Trans } from '@lingui/react/macro'
import { Checkbox, VisuallyHidden } from 'kit'
import type { ChangeEvent } from 'react'

interface RowCheckboxProps {
  id: string
  name: string
  isSelected: boolean
  onSelect: (id: string, isOn: boolean, withShift: boolean) => void
}

/** With Shift, selects the range from the last selected row. */
export function RowCheckbox({ id, name, isSelected, onSelect }: RowCheckboxProps) {
  const change = ({ currentTarget, nativeEvent }: ChangeEvent<HTMLInputElement>) =>
    onSelect(id, currentTarget.checked, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
  const label = (
    <VisuallyHidden>
      <Trans>Select {name}</Trans>
    </VisuallyHidden>
  )
  return <Checkbox label={label} checked={isSelected} onChange={change} />
}
