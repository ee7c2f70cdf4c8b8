import { TextInput, type TextInputProps } from '@mantine/core'

/** The calendar of the browser or phone. The value is `2026-11-26`, or empty. */
export const DateField = (props: TextInputProps) => <TextInput {...props} type="date" />

/** `min`, `max` and `step` as the browser checks them. The value is a text with a decimal point, or empty. */
export const NumberField = (props: TextInputProps) => <TextInput {...props} type="number" inputMode="decimal" />
