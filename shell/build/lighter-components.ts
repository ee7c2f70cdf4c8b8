// Has the exports of the modules that lighter-libraries.ts replaces.
import { createElement, type ReactNode, type SVGProps } from 'react'

interface TransitionProps {
  mounted: boolean
  transition: { in: object; common?: object }
  children: (styles: object) => ReactNode
}

export const Transition = ({ mounted, transition, children }: TransitionProps) =>
  mounted ? children({ ...transition.common, ...transition.in }) : null

export const ComboboxChevron = () => null

const colors = 'dark gray red pink grape violet indigo blue cyan teal green lime yellow orange'.split(' ')
/** Named as in Mantine's stylesheet, which has the values. */
export const DEFAULT_COLORS = Object.fromEntries(
  colors.map((name) => [name, Array.from({ length: 10 }, (_, shade) => `var(--mantine-color-${name}-${shade})`)]),
)

/** The same cross, as two lines. */
export const CloseIcon = ({ size = 'var(--cb-icon-size, 70%)', style, ...props }: IconProps) =>
  createElement(
    'svg',
    { viewBox: '0 0 15 15', style: { ...style, width: size, height: size }, ...props },
    createElement('path', {
      d: 'm3.6 3.6 7.8 7.8m0-7.8-7.8 7.8',
      stroke: 'currentColor',
      strokeLinecap: 'round',
      strokeWidth: 1.15,
    }),
  )

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number | string
  absoluteStrokeWidth?: boolean
}

type Shape = readonly [name: string, attributes: object]

export default function createLucideIcon({ name, node }: { name: string; node: readonly Shape[] }) {
  return ({ size = 24, strokeWidth = 2, absoluteStrokeWidth = false, color, className = '', ...props }: IconProps) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: color ?? 'currentColor',
        strokeWidth: absoluteStrokeWidth ? (Number(strokeWidth) * 24) / Number(size) : strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className}`.trimEnd(),
        'aria-hidden': !('aria-label' in props) || undefined,
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
