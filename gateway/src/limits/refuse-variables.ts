import type { ApolloServerPlugin } from '@apollo/server'
import { getVariableValues, type GraphQLError, type GraphQLFormattedError, type GraphQLSchema } from 'graphql'
import { limits } from 'contract/graphql/limits.ts'

/** graphql-js would return up to fifty errors, each with a whole value and names of the schema. */
export const refuseVariables = (schema: GraphQLSchema): ApolloServerPlugin => ({
  requestDidStart: async () => ({
    responseForOperation: async ({ operation, request, response: { http } }) => {
      // Despite its type, `operation` is undefined if none of several is selected.
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

const maxMessageLength = 300

function shortened(error: GraphQLError): GraphQLFormattedError {
  const { message, locations } = error.toJSON()
  const text = message.replace(/ Did you mean .*/s, '')
  return {
    message:
      text.length <= maxMessageLength
        ? text
        : `${text.slice(0, maxMessageLength / 2)} … ${text.slice(-maxMessageLength / 2)}`,
    ...(locations && { locations }),
    extensions: { code: 'BAD_USER_INPUT' },
  }
}
