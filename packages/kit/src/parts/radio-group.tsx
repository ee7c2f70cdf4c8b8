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
        <div key={value} className="kit-checkbox">
          <input
            type="radio"
            name={id}
            id={`${id}-${value}`}
            checked={value === chosen}
            disabled={isDisabled}
            aria-describedby={description ? `${id}-${value}-more` : undefined}
            onChange={() => onChange(value)}
          />
          <label htmlFor={`${id}-${value}`}>{text}</label>
          {description && <p id={`${id}-${value}-more`}>{description}</p>}
        </div>
      ))}
    </fieldset>
  )
}
