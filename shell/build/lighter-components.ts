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

interface IconProps extends SVGProps<SVGSVGElement> {
  size?: number
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
        strokeWidth: absoluteStrokeWidth ? (Number(strokeWidth) * 24) / size : strokeWidth,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        className: `lucide lucide-${name} ${className}`.trimEnd(),
        'aria-hidden': !('aria-label' in props) || undefined,
        ...props,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    )
}
