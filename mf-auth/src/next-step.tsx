import { LinkButton, Stack, Text } from 'kit'
import type { ComponentProps, ReactNode } from 'react'

interface Props extends ComponentProps<typeof LinkButton> {
  link: ReactNode
}

/** A text, and a link to what the user can do next. */
export function NextStep({ link, children, ...target }: Props) {
  return (
    <Stack>
      <Text>{children}</Text>
      <LinkButton {...target}>{link}</LinkButton>
    </Stack>
  )
}
