import { Alert as MantineAlert } from '@mantine/core'
import CircleAlert from 'lucide-react/icons/circle-alert'
import CircleCheck from 'lucide-react/icons/circle-check'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import type { ComponentProps } from 'react'

const icons: Record<string, typeof Info> = { red: CircleAlert, green: CircleCheck, yellow: TriangleAlert }
const roles: Record<string, string> = { red: 'danger', green: 'success', yellow: 'warning' }

/** Stays until it is resolved. The icon follows the color. */
export function Alert(props: ComponentProps<typeof MantineAlert>) {
  const color = String(props.color)
  const Icon = icons[color] ?? Info
  return (
    <MantineAlert
      icon={<Icon size={16} color={`var(--kit-${roles[color] ?? 'accent'}-text)`} aria-hidden />}
      {...props}
    />
  )
}
