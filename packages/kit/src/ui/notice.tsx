import { Children, type ReactNode } from 'react'
import { Alert } from '../alert.tsx'

/** Announces a success, also to screen readers, and stays. `Toast` moves nothing and goes. */
export function Notice({ children }: { children: ReactNode }) {
  const shown = Children.toArray(children).length > 0
  return (
    <div aria-live="polite" className="kit-notice">
      {shown && (
        <Alert color="green" role="none">
          {children}
        </Alert>
      )}
    </div>
  )
}
