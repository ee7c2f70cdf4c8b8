import { TextInput, type TextInputProps } from '@mantine/core'

export function EmailField(props: TextInputProps) {
  return (
    <TextInput
      {...props}
      type="email"
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
