import { Component, createContext, type ReactNode, useContext } from 'react'

const ErrorContext = createContext<unknown>(undefined)

/** The error, for the element that an error boundary shows. */
export const useRouteError = (): unknown => useContext(ErrorContext)

interface BoundaryProps {
  fallback: ReactNode
  place: unknown
  onError?: (error: unknown) => void
  children: ReactNode
}

interface BoundaryState {
  place: unknown
  failure: { error: unknown } | null
}

export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { place: this.props.place, failure: null }

  static getDerivedStateFromError(error: unknown) {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ place }: { place: unknown }, state: BoundaryState) {
    return place === state.place ? null : { place, failure: null }
  }

  override componentDidCatch(error: unknown) {
    this.props.onError?.(error)
  }

  override render() {
    const { failure } = this.state
    if (!failure) return this.props.children
    return <ErrorContext value={failure.error}>{this.props.fallback}</ErrorContext>
  }
}
