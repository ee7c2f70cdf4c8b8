import { Anchor, type AnchorProps, Button, type ButtonProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from '../router/link.tsx'

interface Target {
  to: string
  replace?: boolean
  state?: unknown
  children: ReactNode
}

export function TextLink(props: AnchorProps & Target) {
  return <Anchor component={Link} {...props} />
}

export function LinkButton(props: ButtonProps & Target) {
  return <Button component={Link} {...props} />
}
