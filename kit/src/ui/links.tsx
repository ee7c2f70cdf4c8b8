import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

interface Target {
  to: string
  replace?: boolean
  children: ReactNode
}

/** A link inside the product, in running text. */
export function TextLink(props: AnchorProps & Target) {
  return <Anchor component={Link} {...props} />
}

/** A link inside the product that looks like a button: a step, not an action. */
export function LinkButton(props: ButtonProps & Target) {
  return <Button component={Link} {...props} />
}
