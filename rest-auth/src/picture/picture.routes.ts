import { z } from 'zod'
import type { Context } from '../context.ts'
import type { App } from '../http/app-type.ts'
import { describeCall } from 'service/described-call.ts'
import { findPicture } from './picture.sql.ts'

/** Public, because pages of other origins show the pictures. */
export function pictureRoutes(app: App, ctx: Context): void {
  app.get(
    '/pictures/:hash',
    describeCall('picture', 'picture', 'Return a picture, which never changes', {
      params: z.object({ hash: z.string() }),
    }),
    async (request, reply) => {
      const picture = await findPicture(ctx, request.params.hash)
      if (!picture) return reply.callNotFound()
      return reply
        .type(picture.type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(picture.content)
    },
  )
}
