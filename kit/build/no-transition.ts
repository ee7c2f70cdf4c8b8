import type { CSSProperties, ReactNode } from 'react'

interface TransitionProps {
  mounted: boolean
  children: (styles: CSSProperties) => ReactNode
}

/** In the place of Mantine's, of which only its button makes use, for the moment in which a loader appears. */
export const Transition = ({ mounted, children }: TransitionProps): ReactNode => mounted && children({})
