import type { ApolloServerPlugin } from '@apollo/server'
import { answerTooLarge } from '../errors.ts'
import { isLarger } from './json-size.ts'
import { limits } from './limits.ts'

/** Rejects a large response before it is serialized: until then repeated objects take no memory. */
export const boundAnswers: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response: { body } }) => {
      if (body.kind !== 'single' || !isLarger(body.singleResult, limits.answerBytes)) return
      const error = answerTooLarge(`The response exceeds ${limits.answerBytes / 1_000_000} MB.`)
      body.singleResult = { data: null, errors: [error.toJSON()] }
    },
  }),
}
