import { type ReactNode, useId } from 'react'

export interface RadioOption<Value extends string> {
  value: Value
  label: ReactNode
  description?: ReactNode
  isDisabled?: boolean
}

interface RadioGroupProps<Value extends string> {
  label: ReactNode
  items: readonly RadioOption<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** All choices with their descriptions. For more than five see `NativeSelect`. */
export function RadioGroup<Value extends string>({ label, items, value: chosen, onChange }: RadioGroupProps<Value>) {
  const id = useId()
  return (
    <fieldset className="kit-radio-group">
      <legend>{label}</legend>
      {items.map(({ value, label: text, description, isDisabled }) => (
        <label key={value} className="kit-radio">
          <input
            type="radio"
            name={id}
            checked={value === chosen}
            disabled={isDisabled}
            aria-labelledby={`${id}-${value}`}
            aria-describedby={description ? `${id}-${value}-more` : undefined}
            onChange={() => onChange(value)}
          />
          <span>
            <span id={`${id}-${value}`}>{text}</span>
            {description && <small id={`${id}-${value}-more`}>{description}</small>}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
