import {
  type ApolloClient,
  CombinedGraphQLErrors,
  type OperationVariables,
  ServerError,
  type TypedDocumentNode,
} from '@apollo/client'
import { type Answer, type CallError, describeFailure } from '../auth-client.ts'
import { client } from './client.ts'

/** A mutation's payload is null only beside an error. */
type Payloads<Data> = { [Name in keyof Data]: NonNullable<Data[Name]> }

/**
 * Runs a mutation and answers its data or its error; like `request` of the REST client it never rejects. `expected`, the answer when
 * it is done, shows on the page at once, until the true one comes: for what is rarely refused.
 */
export async function mutate<Data extends object, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  expected?: ApolloClient.MutateOptions<Data>['optimisticResponse'],
): Promise<Answer<Payloads<Data>>> {
  const isOptimistic = expected !== undefined
  try {
    const { data } = await client.mutate<Data>({
      mutation,
      variables,
      context: { isOptimistic },
      ...(isOptimistic && { optimisticResponse: expected }),
    })
    if (!data || !hasPayloads(data)) throw new Error('The gateway answered a mutation without its payload')
    return { data, error: null }
  } catch (error) {
    return { data: null, error: callErrorOf(error) }
  }
}

function hasPayloads<Data extends object>(data: Data): data is Data & Payloads<Data> {
  return Object.values(data).every((payload) => payload !== null)
}

type Payload = { userErrors: { code: string }[] }

/** Why what a mutation asked for did not happen: its error, or what its payload refuses; null when it happened. */
export function refusalOf({
  data,
  error,
}: Answer<Record<string, Payload>>): Pick<CallError, 'code' | 'retryAfter'> | null {
  return error ?? Object.values(data).flatMap(({ userErrors }) => userErrors)[0] ?? null
}

/** The error of a query or mutation in the form that all screens show; `code` is the gateway's. */
export function callErrorOf(error: unknown): CallError {
  const message = error instanceof Error ? error.message : String(error)
  if (CombinedGraphQLErrors.is(error)) {
    const { code, retryAfter } = error.errors[0]?.extensions ?? {}
    return {
      status: 200,
      statusText: '',
      code: typeof code === 'string' ? code : 'INTERNAL_SERVER_ERROR',
      message,
      ...(typeof retryAfter === 'number' && { retryAfter }),
    }
  }
  if (ServerError.is(error)) return describeFailure(error.response, null)
  return { status: 0, statusText: 'Network failure', code: 'NETWORK_FAILURE', message }
}
