import { Plural, Trans } from '@lingui/react/macro'
import { Checkbox, Group, Text, VisuallyHidden } from 'kit'
import type { ChangeEvent, ReactNode } from 'react'
import type { useSelection } from './use-selection.ts'

interface Props {
  ids: readonly string[]
  selection: ReturnType<typeof useSelection>
  label: string
  children: ReactNode
}

export function SelectionBar({ ids, selection: { selected, mark }, label, children }: Props) {
  const count = selected.size
  return (
    <fieldset aria-label={label} className="kit-bar">
      <Checkbox
        label={<Trans>Select all</Trans>}
        checked={count === ids.length}
        ref={(input) => {
          if (input) input.indeterminate = count > 0 && count < ids.length
        }}
        onChange={({ currentTarget }) => mark(ids, currentTarget.checked)}
      />
      <Text size="sm" c="dimmed" aria-live="polite">
        {count > 0 && <Plural value={count} one="# selected" other="# selected" />}
      </Text>
      {count > 0 && <Group gap="xs">{children}</Group>}
    </fieldset>
  )
}

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
