import { createContext } from 'react'

/** Whether a visit to an organization has made it the active one. An object is the error. */
export type Activation = 'needed' | 'running' | 'done' | { code: string }

export const ActivationContext = createContext<
  [activation: Activation, setActivation: (activation: Activation) => void]
>(['done', () => {}])
