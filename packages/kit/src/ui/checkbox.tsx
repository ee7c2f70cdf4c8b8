import { type ComponentPropsWithRef, type ReactNode, useId } from 'react'

interface CheckboxProps extends Omit<ComponentPropsWithRef<'input'>, 'type'> {
  label: ReactNode
  description?: ReactNode
}

export function Checkbox({ label, description, ...input }: CheckboxProps) {
  const id = useId()
  return (
    <div className="kit-checkbox">
      <input type="checkbox" id={id} aria-describedby={description ? `${id}-more` : undefined} {...input} />
      <label htmlFor={input.id ?? id}>{label}</label>
      {description && <p id={`${id}-more`}>{description}</p>}
    </div>
  )
}
