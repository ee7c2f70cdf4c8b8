import { Select as MantineSelect, type SelectProps } from '@mantine/core'

// A list in the body would be behind a dialog, and outside of the landmarks.
const inPlace = { withinPortal: false, floatingStrategy: 'fixed' } as const

/** @example <Select label="Country" searchable data={['France', 'Poland', 'Spain']} /> */
export function Select(props: SelectProps) {
  return <MantineSelect withScrollArea={false} comboboxProps={inPlace} {...props} />
}
