import { unwrapResolverError } from '@apollo/server/errors'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { Logger } from 'pino'

export type PresentError = (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError

/** How an error looks to a client: what nobody foresaw goes to the log, and keeps its place but not its text. */
export function errorPresenter(log: Logger): PresentError {
  return (formatted, error) => {
    const cause = unwrapResolverError(error)
    if (cause instanceof GraphQLError) {
      const { code = 'INTERNAL_SERVER_ERROR' } = formatted.extensions ?? {} // Apollo Server's word for none
      if (code !== 'INTERNAL_SERVER_ERROR') return formatted
      // graphql-js refuses without a code what an argument is when its variable is null, and says where it stands.
      if (cause.locations) return { ...formatted, extensions: { code: 'BAD_USER_INPUT' } }
    }
    log.error({ err: cause }, 'a resolver failed')
    const { locations, path } = formatted
    const message = 'Something went wrong here. Please try again.'
    return {
      message,
      ...(locations && { locations }),
      ...(path && { path }),
      extensions: { code: 'INTERNAL_SERVER_ERROR' },
    }
  }
}
