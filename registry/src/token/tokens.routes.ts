import { right, token } from 'contract/responses.ts'
import { releasedName } from 'contract/registry.ts'
import { callsOf } from 'service/calls.ts'
import { z } from 'zod'
import type { ZodApp } from 'service/openapi-document.ts'
import { actorFor, type ApiContext } from './caller.ts'
import { createToken, listTokens, revokeToken } from './tokens.ts'

const config = { access: 'operator' } as const
const day = 24 * 60 * 60

export function tokenRoutes(app: ZodApp, ctx: ApiContext): void {
  const { get, post, remove } = callsOf(app, 'tokens')

  post('/tokens', 'createToken', 'Create a token for one remote, which need not exist yet', {
    config,
    body: z.object({
      name: releasedName,
      label: z
        .string()
        .max(100)
        .regex(/^[^\p{C}]*$/u, 'must be one line of text')
        .default('')
        .describe('A name for people, such as "CI of billing"'),
      rights: z
        .array(right)
        .min(1)
        .default([...right.options]),
      expiresIn: z
        .int()
        .min(60)
        .max(366 * day)
        .default(90 * day)
        .describe('Seconds'),
    }),
    returns: token.extend({ token: z.string().describe('The secret, which is shown only once') }),
    handler: async (request) =>
      createToken(ctx, request.body, await actorFor(ctx, request, request.body.name, 'publish')),
  })

  get('/tokens', 'listTokens', 'List the latest thousand tokens, without their secrets', {
    config,
    querystring: z.object({ name: releasedName.optional() }),
    returns: z.object({ tokens: z.array(token) }),
    handler: async ({ query }) => ({ tokens: await listTokens(ctx, query.name) }),
  })

  remove('/tokens/:id', 'revokeToken', 'Revoke a token', {
    config,
    params: z.object({ id: z.string() }),
    returns: token,
    handler: async ({ params, caller }) => revokeToken(ctx, params.id, { who: caller?.who ?? '' }),
  })
}
