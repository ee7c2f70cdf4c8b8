import { unwrapResolverError } from '@apollo/server/errors'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import type { Logger } from 'pino'

export type PresentError = (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError

const introspectionIsOff =
  'Introspection is off on this server. Download the schema from /graphql/schema.graphql instead.'

/** Logs unexpected errors and hides their messages from clients. */
export function errorPresenter(log: Logger): PresentError {
  return (formatted, error) => {
    const cause = unwrapResolverError(error)
    if (cause instanceof GraphQLError) {
      const { code = 'INTERNAL_SERVER_ERROR' } = formatted.extensions ?? {} // Apollo Server's default
      if (formatted.extensions?.['validationErrorCode'] === 'INTROSPECTION_DISABLED')
        return { ...formatted, message: introspectionIsOff, extensions: { code } }
      if (code !== 'INTERNAL_SERVER_ERROR') return formatted
      // graphql-js rejects null variables without a code, but with locations.
      if (cause.locations) return { ...formatted, extensions: { code: 'BAD_USER_INPUT' } }
    }
    log.error({ err: cause }, 'resolver failed')
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
