import { ApolloProvider } from '@apollo/client/react'
import type { ReactNode } from 'react'
import { client } from './client.ts'

/** Gives the hooks below it the page's one GraphQL client. */
export function GraphqlProvider({ children }: { children: ReactNode }) {
  return <ApolloProvider client={client}>{children}</ApolloProvider>
}
