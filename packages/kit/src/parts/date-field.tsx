import { TextInput, type TextInputProps } from '@mantine/core'

/** The calendar of the browser or phone. The value is `2026-11-26`, or empty. */
export const DateField = (props: TextInputProps) => <TextInput {...props} type="date" />
