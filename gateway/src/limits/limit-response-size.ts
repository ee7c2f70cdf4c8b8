import type { ApolloServerPlugin } from '@apollo/server'
import { responseTooLarge } from '../errors.ts'
import { isLarger } from 'contract/graphql/json-size.ts'
import { limits } from 'contract/graphql/limits.ts'

/** Rejects a large response before it is serialized: until then repeated objects take no memory. */
export const limitResponseSize: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response: { body } }) => {
      if (body.kind !== 'single' || !isLarger(body.singleResult, limits.responseBytes)) return
      const error = responseTooLarge(`The response exceeds ${limits.responseBytes / 1_000_000} MB.`)
      body.singleResult = { data: null, errors: [error.toJSON()] }
    },
  }),
}
