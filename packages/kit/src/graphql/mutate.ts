import {
  type ApolloClient,
  CombinedGraphQLErrors,
  type OperationVariables,
  ServerError,
  type TypedDocumentNode,
} from '@apollo/client'
import { type Result, type CallError, describeFailure } from '../auth-client.ts'
import { client } from './client.ts'

type Payloads<Data> = { [Name in keyof Data]: NonNullable<Data[Name]> }

/** Returns the data or error; never rejects. `expected` is shown until the response arrives. */
export async function mutate<Data extends object, Variables extends OperationVariables>(
  mutation: TypedDocumentNode<Data, Variables>,
  variables: Variables,
  expected?: ApolloClient.MutateOptions<Data>['optimisticResponse'],
): Promise<Result<Payloads<Data>>> {
  const isOptimistic = expected !== undefined
  try {
    const { data } = await client.mutate<Data>({
      mutation,
      variables,
      context: { isOptimistic },
      ...(isOptimistic && { optimisticResponse: expected }),
    })
    if (!data || !hasPayloads(data)) throw new Error('The gateway returned a mutation without its payload')
    return { data, error: null }
  } catch (error) {
    return { data: null, error: callErrorOf(error) }
  }
}

function hasPayloads<Data extends object>(data: Data): data is Data & Payloads<Data> {
  return Object.values(data).every((payload) => payload !== null)
}

type Payload = { userErrors: { code: string }[] }

/** The error of the call, or the first user error of its payload. */
export function refusalOf({
  data,
  error,
}: Result<Record<string, Payload>>): Pick<CallError, 'code' | 'retryAfter'> | null {
  return error ?? Object.values(data).flatMap(({ userErrors }) => userErrors)[0] ?? null
}

/** Converts an error of `useQuery` for `Failure` and `LoadFailure`. */
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
