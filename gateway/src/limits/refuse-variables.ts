import type { ApolloServerPlugin } from '@apollo/server'
import { getVariableValues, type GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql'
import { limits } from './limits.ts'

/**
 * Refuses variables that do not fit, with a few short errors: graphql-js would repeat the whole value in each of fifty, and
 * tell names of the schema that are nearly right. Stands before whatever executes.
 */
export const refuseVariables = (schema: GraphQLSchema): ApolloServerPlugin => ({
  requestDidStart: async () => ({
    responseForOperation: async ({ operation, request, response: { http } }) => {
      // Against its type, `operation` is absent when a document has several and none is named.
      const definitions = operation?.variableDefinitions ?? []
      const maxErrors = limits.validationErrors
      const { errors } = getVariableValues(schema, definitions, request.variables ?? {}, { maxErrors })
      if (!errors) return null
      return {
        http: Object.assign(http, { status: 400 }),
        body: { kind: 'single', singleResult: { errors: errors.map(shortened) } },
      }
    },
  }),
})

/** The longest message, in characters: a value and why it does not fit. */
const longest = 300

function shortened(error: GraphQLError): GraphQLFormattedError {
  const { message, locations } = error.toJSON()
  const text = message.replace(/ Did you mean .*/s, '')
  return {
    message: text.length <= longest ? text : `${text.slice(0, longest / 2)} … ${text.slice(-longest / 2)}`,
    ...(locations && { locations }),
    extensions: { code: 'BAD_USER_INPUT' },
  }
}
