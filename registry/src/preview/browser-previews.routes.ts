import { callsOf } from 'service/calls.ts'
import type { ZodApp } from 'service/openapi-document.ts'
import { z } from 'zod'
import { type ApiContext, requireOwnPage } from '../token/caller.ts'
import { confirmPreview, leavePreviews } from './previews.ts'
import { findOverrides } from './preview-overrides.ts'
import { previewCookie, findSignedInUser } from './preview-session.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { unauthorized } from '../token/tokens.ts'

export function browserPreviewRoutes(app: ZodApp, ctx: ApiContext): void {
  const { post } = callsOf(app, 'previews')
  const cookie = previewCookie(ctx.authUrl)
  const ofOwnPage = { config: { access: 'anybody' }, onRequest: requireOwnPage(ctx) } as const

  post(
    '/previews/:id/confirm',
    'confirmPreview',
    "Confirm a preview for the signed-in user in this browser; only for the product's own page",
    {
      ...ofOwnPage,
      params: z.object({ id: z.string().max(100) }),
      body: z.object({
        userId: z.string().describe('The user shown on the page, because another one may have signed in since'),
        version: z.string().nullish().describe('The version shown on the page. Needed for the address of a channel'),
      }),
      returns: z.object({ path: z.string().describe('A page of the remote') }),
      async handler(request, reply) {
        const { id } = request.params
        const userId = await findSignedInUser(ctx, request)
        if (userId === null) throw unauthorized('Sign in, then follow the link again.')
        if (userId !== request.body.userId)
          throw new RegistryRefusal('OTHER_USER', 'Another user has signed in. Reload the page.')
        const before = cookie.read(request.headers.cookie)
        const { browser, preview } = await confirmPreview(ctx, id, {
          userId,
          browser: before,
          version: request.body.version,
        })
        const shown = (await findOverrides(ctx, browser, async () => userId)).find((each) => each.id === preview.id)
        const path = shown?.document.description?.routes.find((route) => !route.path.includes(':'))?.path
        void reply.header('set-cookie', cookie.write(browser))
        return { path: path ?? '/' }
      },
    },
  )

  post(
    '/previews/leave',
    'leavePreviews',
    "Leave one preview or all previews of this browser; only for the product's own page",
    {
      ...ofOwnPage,
      body: z.object({ id: z.string().optional() }),
      returns: z.object({}),
      async handler(request) {
        const browser = cookie.read(request.headers.cookie)
        if (browser !== null) await leavePreviews(ctx, browser, request.body.id)
        return {}
      },
    },
  )
}
