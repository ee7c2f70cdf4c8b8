import type { ApolloServerPlugin } from '@apollo/server'
import { answerTooLarge } from '../errors.ts'
import { isLarger } from './json-size.ts'
import { limits } from './limits.ts'

/**
 * Refuses an answer that is too large before it becomes text: until then what stands in it many times is there once, so
 * that neither time nor memory has gone into it.
 */
export const boundAnswers: ApolloServerPlugin = {
  requestDidStart: async () => ({
    willSendResponse: async ({ response: { body } }) => {
      if (body.kind !== 'single' || !isLarger(body.singleResult, limits.answerBytes)) return
      const error = answerTooLarge(`The answer has more than ${limits.answerBytes / 1_000_000} MB.`)
      body.singleResult = { data: null, errors: [error.toJSON()] }
    },
  }),
}
