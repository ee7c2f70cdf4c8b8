import type { ComponentProps } from 'react'
import { Checkbox } from '../ui/checkbox.tsx'

/** For what applies at once. In a form that is sent see `Checkbox`. */
export function Switch(props: ComponentProps<typeof Checkbox>) {
  // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props -- the browser tells the state of a checkbox
  return <Checkbox {...props} role="switch" />
}
