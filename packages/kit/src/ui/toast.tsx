import type { ReactNode } from 'react'
import { useLazyComponent } from './use-lazy-component.tsx'

/** Confirms what the user has just done. Its code is not on pages that confirm nothing. */
export function Toast({ children }: { children: ReactNode }) {
  const { Component } = useLazyComponent(Boolean(children), async () => (await import('./open-toast.tsx')).OpenToast)
  return Component && <Component>{children}</Component>
}
