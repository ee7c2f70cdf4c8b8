import type { FastifyRequest } from 'fastify'
import type { Context } from '../context.ts'
import { hashToken } from '../crypto/token.ts'
import { readSignedCookies } from './cookies.ts'

/** Whether the `state` cookie of the browser or app, which it got when it started, has this hash. */
export const isBrowserOf = (ctx: Context, request: FastifyRequest, hash: string): boolean =>
  readSignedCookies(ctx, request, 'state').some((secret) => hashToken(secret) === hash)
