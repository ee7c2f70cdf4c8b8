import { z } from 'zod'
import type { Context } from '../context.ts'
import type { Calls } from '../http/calls.ts'
import { findPicture } from './picture.ts'

/** Public, because pages of other origins show the pictures. */
export function pictureRoutes({ get }: Calls, ctx: Context): void {
  get('/pictures/:hash', 'picture', 'Return a picture, which never changes', {
    errors: [],
    params: z.object({ hash: z.string() }),
    async handler(request, reply) {
      const picture = await findPicture(ctx, request.params.hash)
      if (!picture) return reply.callNotFound()
      return reply
        .type(picture.type)
        .header('cache-control', 'public, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        .header('cross-origin-resource-policy', 'cross-origin')
        .send(picture.content)
    },
  })
}
