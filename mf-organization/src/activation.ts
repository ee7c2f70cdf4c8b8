import { createContext } from 'react'

/**
 * Of a visit to an organization, from the first of its pages until one leaves them: whether it has been made the active one. `due`: nothing
 * needed that yet, `coming`: it is asked for, `over`: it was, and is not asked for again by itself; or why it could not be done.
 */
export type Arrival = 'due' | 'coming' | 'over' | { code: string }

export const ArrivalContext = createContext<[arrival: Arrival, setArrival: (arrival: Arrival) => void]>([
  'over',
  () => {},
])
