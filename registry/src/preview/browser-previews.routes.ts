import type { ZodApp } from 'service/openapi-document.ts'
import { registryCallsOf } from '../token/registry-call.ts'
import { z } from 'zod'
import { type ApiContext, requireOwnPage } from '../token/caller.ts'
import { confirmPreview, leavePreviews } from './previews.ts'
import { findOverrides } from './preview-overrides.ts'
import { previewCookie, findSignedInUser } from './preview-session.ts'
import { RegistryRefusal } from '../http/refusal.ts'
import { unauthorized } from '../token/tokens.ts'

const call = registryCallsOf('previews')
const id = z.object({ id: z.string().max(100) })

export function browserPreviewRoutes(app: ZodApp, ctx: ApiContext): void {
  const cookie = previewCookie(ctx.authUrl)
  const onRequest = requireOwnPage(ctx)

  app.post(
    '/previews/:id/confirm',
    {
      onRequest,
      ...call(
        'anybody',
        'confirmPreview',
        "Confirm a preview for the signed-in user in this browser; only for the product's own page",
        {
          params: id,
          body: z.object({
            userId: z.string().describe('The user shown on the page, because another one may have signed in since'),
          }),
          returns: z.object({ path: z.string().describe('A page of the remote') }),
        },
      ),
    },
    async (request, reply) => {
      const userId = await findSignedInUser(ctx, request)
      if (userId === null) throw unauthorized('Sign in, then follow the link again.')
      if (userId !== request.body.userId)
        throw new RegistryRefusal('OTHER_USER', 'Another user has signed in. Reload the page.')
      const { browser } = await confirmPreview(ctx, request.params.id, {
        userId,
        browser: cookie.read(request.headers.cookie),
      })
      const [shown] = (await findOverrides(ctx, browser, async () => userId)).filter(
        (each) => each.id === request.params.id,
      )
      const path = shown?.document.description?.routes.find((route) => !route.path.includes(':'))?.path
      void reply.header('set-cookie', cookie.write(browser))
      return { path: path ?? '/' }
    },
  )

  app.post(
    '/previews/leave',
    {
      onRequest,
      ...call(
        'anybody',
        'leavePreviews',
        "Leave one preview or all previews of this browser; only for the product's own page",
        {
          body: z.object({ id: z.string().optional() }),
          returns: z.object({}),
        },
      ),
    },
    async (request) => {
      const browser = cookie.read(request.headers.cookie)
      if (browser !== null) await leavePreviews(ctx, browser, request.body.id)
      return {}
    },
  )
}
