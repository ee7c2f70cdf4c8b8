export { useQuery } from '@apollo/client/react'
export { GraphqlProvider } from './graphql-provider.tsx'
export { callErrorOf, mutate, refusalOf } from './mutate.ts'
