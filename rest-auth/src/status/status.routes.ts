import { escapeHtml } from 'service/escape-html.ts'
import { z } from 'zod'
import type { Calls } from '../http/calls.ts'
import { sendPage } from '../http/html-page.ts'

export function statusRoutes({ get }: Calls): void {
  get('/ok', 'ok', 'Check whether the API responds', {
    errors: [],
    returns: z.object({ ok: z.boolean() }),
    handler: async () => ({ ok: true }),
  })

  get('/error', 'errorPage', 'Show the error of a flow that has no error page of its own', {
    errors: [],
    querystring: z.object({ error: z.string().optional() }),
    handler: async (request, reply) =>
      sendPage(reply, { title: 'Authentication Error', style, body: errorBody(request.query.error || 'Unknown') }),
  })
}

const style = `body { font: 16px/1.5 system-ui, sans-serif; display: grid; place-items: center; min-height: 100vh; margin: 0; text-align: center; }
  code { overflow-wrap: anywhere; }`

const errorBody = (code: string): string => `<main>
<h1>⚠️ Something went wrong</h1>
<p>We could not finish what you asked for. Please go back and try again.</p>
<p><a href="/">Return to Application</a></p>
<p><code>Error Code: ${escapeHtml(code)}</code></p>
</main>`
