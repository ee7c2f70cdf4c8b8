import type { FastifyInstance } from 'fastify'
import type { Registry } from 'registry/live/registry.ts'

/**
 * `/sdk/` tells teams how they begin, and names the package of the live shell. The package itself is a file of the shell's version
 * (`registry/file-routes.ts`).
 */
export function sdkPage(app: FastifyInstance, registry: Registry, origin: string): void {
  app.get('/sdk/', async (_request, reply) => {
    const kit = registry.state()?.page.shell?.document.kit
    if (!kit) return reply.callNotFound()
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(`A remote of your own

A remote is a part of this product that one team builds, versions and ships by itself, in a repository of its own. This
product runs kit ${kit}. With Node 22.22 or newer:

  npx --package="${origin}/sdk/kit-${kit}.tgz" remote new mf-invoices --to ${origin}
  cd mf-invoices
  npm install
  npm test

The new folder's README.md says what comes next. To check and to publish you need a token in REMOTE_TOKEN, which an
operator of this product makes for you:

  npm run remote -- token create --remote mf-invoices --to ${origin}

When a newer kit is live, this page names it, and your remote goes on as it is. What has changed is said in
node_modules/kit/CHANGELOG.md, the GraphQL schema is node_modules/kit/gateway/schema.graphql.
`)
  })
}
