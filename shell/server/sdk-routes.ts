import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Registry } from './registry/registry.ts'

/** URL prefix of the SDK, and the folder of its tarball among the shell's files (shell/sdk). */
const sdkPath = '/sdk'

/**
 * `/sdk/` tells teams how they begin, and names the package of the live shell. The package itself is a file of the shell's version
 * (`registry/file-routes.ts`).
 */
export function sdkPage(app: FastifyInstance, registry: Registry, origin: string): void {
  app.get(`${sdkPath}/`, async (_request, reply: FastifyReply) => {
    const kit = registry.state()?.page.shell?.document.kit
    if (!kit) return reply.callNotFound()
    return reply
      .type('text/html; charset=utf-8')
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': policy })
      .send(pageOf(kit, origin))
  })
}

const style = `
  :root { color-scheme: light dark; }
  body { font: 16px/1.6 system-ui, sans-serif; max-width: 44rem; margin: 3rem auto; padding: 0 1rem; }
  pre { padding: 0.75rem 1rem; border: 1px solid color-mix(in srgb, currentColor 25%, transparent); border-radius: 0.5rem; overflow-x: auto; }
  code { font: 0.9em ui-monospace, monospace; }
`
const styleHash = createHash('sha256').update(style).digest('base64')
const policy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`

function pageOf(kit: string, origin: string): string {
  const tarball = `${origin}${sdkPath}/kit-${kit}.tgz`
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>A remote of your own</title>
    <style>${style}</style>
  </head>
  <body>
    <main>
      <h1>A remote of your own</h1>
      <p>A remote is a part of this product that one team builds, versions and ships by itself. This is what you need for it, in a
        repository of your own: <a href="${tarball}">kit ${kit}</a>, the version that this product runs. In it are the components and
        calls of its pages, with types, the build, what tests need, and the command <code>remote</code>.</p>
      <p>You need Node 20.19 or newer. In an empty folder:</p>
      <pre><code>npm init --yes
npm install ${tarball}
npx remote new mf-invoices --to ${origin}
cd mf-invoices
npm install</code></pre>
      <p>pnpm does it too. The new folder has a screen, a text, a test and a README that says what comes next:</p>
      <pre><code>npm test
npx remote build
npx remote check --to ${origin}
npx remote publish --to ${origin}</code></pre>
      <p>The last two ask for a token in <code>REMOTE_TOKEN</code>, which an operator of this product makes for you:</p>
      <pre><code>npx remote token create --remote mf-invoices --to ${origin}</code></pre>
      <p>When a newer kit is live, this page names it, and your remote goes on as it is. To use it, install it, and name it in
        <code>needs</code> of <code>remote.json</code>. What has changed is said in <code>node_modules/kit/CHANGELOG.md</code>, the
        GraphQL schema is <code>node_modules/kit/gateway/schema.graphql</code>.</p>
    </main>
  </body>
</html>
`
}
