import { DatabaseUnavailable } from 'database/unavailable.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { sendError, logOutage } from './error-handler.ts'
import { isRedirectTarget, redirect, withQuery } from './redirect.ts'

export const redirectErrors =
  (config: Config) =>
  (error: unknown, request: FastifyRequest, reply: FastifyReply): void => {
    const target: unknown = Reflect.get(Object(request.query), 'callbackURL')
    const mode = request.headers['sec-fetch-mode']
    const isOpened = mode === undefined || mode === 'navigate'
    const isSentOn = error instanceof DatabaseUnavailable && isOpened && typeof target === 'string' && target !== ''
    if (!isSentOn || !isRedirectTarget(config, target)) return sendError(error, request, reply)
    logOutage(request, error)
    void redirect(reply, withQuery(target, { error: 'internal_server_error' }))
  }
