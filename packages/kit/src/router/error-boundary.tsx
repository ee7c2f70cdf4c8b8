import { Component, createContext, type ReactNode, useContext } from 'react'

const ErrorContext = createContext<unknown>(undefined)

/** What has failed, for the element that stands in its place. */
export const useRouteError = (): unknown => useContext(ErrorContext)

interface BoundaryProps {
  fallback: ReactNode
  /** A failure is forgotten when this changes. */
  place: unknown
  onError?: (error: unknown) => void
  children: ReactNode
}

interface BoundaryState {
  place: unknown
  failure: { error: unknown } | null
}

/** Shows the fallback after an error, until the user goes elsewhere or the same page comes again. */
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
