import type { createBrowserRouter } from 'react-router'
import { RouterProvider as Provider } from 'react-router/dom'

/**
 * Draws the page of the router's address. Not as a transition, which React would draw beside the page that is there: where
 * both ask the same GraphQL query for different addresses, each takes the query from the other again and again.
 */
export function RouterProvider({ router }: { router: ReturnType<typeof createBrowserRouter> }) {
  return <Provider router={router} useTransitions={false} />
}
