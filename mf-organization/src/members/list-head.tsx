import { Plural, Trans } from '@lingui/react/macro'
import { Checkbox, Group, VisuallyHidden } from 'kit'
import type { ChangeEvent, ReactNode } from 'react'
import type { useSelection } from './use-selection.ts'

interface Props {
  /** The rows that can be selected. */
  ids: readonly string[]
  selection: ReturnType<typeof useSelection>
  label: string
  count: ReactNode
  filters: ReactNode
  /** Buttons for the selected rows. They replace the filters. */
  children: ReactNode
}

export function ListHead({ ids, selection: { selected, mark }, label, count, filters, children }: Props) {
  const { size } = selected
  return (
    <fieldset aria-label={label} className="kit-list-head" data-selected={size > 0 || undefined}>
      {ids.length > 0 && (
        <Checkbox
          label={
            <VisuallyHidden>
              <Trans>Select all</Trans>
            </VisuallyHidden>
          }
          checked={size === ids.length}
          ref={(input) => {
            if (input) input.indeterminate = size > 0 && size < ids.length
          }}
          onChange={({ currentTarget }) => mark(ids, currentTarget.checked)}
        />
      )}
      <span aria-live="polite">
        {size === 0 ? (
          count
        ) : size === ids.length ? (
          <Plural value={size} one="# on this page is selected" other="# on this page are selected" />
        ) : (
          <Plural value={size} one="# selected" other="# selected" />
        )}
      </span>
      {size > 0 ? <Group gap="xs">{children}</Group> : filters}
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
