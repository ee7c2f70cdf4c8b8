import type { FastifyInstance } from 'fastify'
import type { Registry } from 'registry/live/registry.ts'

export function sdkPage(app: FastifyInstance, registry: Registry, origin: string): void {
  app.get('/sdk/', async (_request, reply) => {
    const kit = registry.state()?.page.shell?.document.kit
    if (!kit) return reply.callNotFound()
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache').send(`A remote of your own

A remote is a part of this product that one team builds, versions and ships from its own repository. This product runs
kit ${kit}. With Node 22.22 or newer:

  npx --package="${origin}/sdk/kit-${kit}.tgz" remote new mf-invoices --to ${origin}
  cd mf-invoices
  npm install
  npm test

The README.md in the new folder explains the next steps. To check and publish, set REMOTE_TOKEN to a token that an
operator of this product creates for you:

  npm run remote -- token create --remote mf-invoices --to ${origin}

This page always names the kit that is live; your remote keeps working with its own. The changes are in
node_modules/kit/CHANGELOG.md, and the GraphQL schema is node_modules/kit/gateway/schema.graphql.
`)
  })
}
