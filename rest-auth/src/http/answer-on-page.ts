import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { answerError, tellTrouble } from './error-handler.ts'
import { isRedirectTarget, withQuery } from './redirect-target.ts'
import { redirect } from './redirect.ts'

/**
 * The error handler of where mailed links lead. Whoever opens one in a browser while the database is away is sent on as the link says,
 * with `error=internal_server_error`: they cannot read JSON, and the link works later. Programs get what every call answers.
 */
export const answerOnPage =
  (config: Config) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const target: unknown = Reflect.get(Object(request.query), 'callbackURL')
    const mode = request.headers['sec-fetch-mode']
    const isOpened = mode === undefined || mode === 'navigate'
    const isSentOn = error instanceof DatabaseUnavailable && isOpened && typeof target === 'string' && target !== ''
    if (!isSentOn || !isRedirectTarget(config, target)) return answerError(error, request, reply)
    tellTrouble(request, error)
    void redirect(reply, withQuery(target, { error: 'internal_server_error' }))
  }
