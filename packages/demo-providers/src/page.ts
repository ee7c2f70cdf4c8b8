import { escapeHtml } from 'service/escape-html.ts'
import { demoPeople } from './people.ts'
import type { DemoProvider } from './provider.ts'

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 30rem; margin: 0 auto; padding: 1.5rem; color: #1a1a1a; background: #fff }
  .demo { background: #fff3cd; border: 1px solid #8a6d00; border-radius: .5rem; padding: .75rem 1rem }
  fieldset { border: 1px solid #767676; border-radius: .5rem; margin: 1rem 0; padding: .5rem 1rem 1rem }
  label { display: block; padding: .35rem 0 } input[type=text], input[type=email] { width: 100%; box-sizing: border-box; font: inherit; padding: .4rem }
  button { font: inherit; padding: .6rem 1.2rem; margin-right: .5rem; cursor: pointer }
  @media (prefers-color-scheme: dark) { body { color: #eee; background: #1a1a1a } .demo { background: #4a3b00; border-color: #e0b400 } }`

/** Offers a choice of people, and Allow or Refuse. Works without scripts. */
export function authorizationPage(
  provider: DemoProvider,
  query: Record<string, unknown>,
  scopes: readonly string[],
): string {
  const hidden = Object.entries(query).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(String(value))}">`,
  )
  const people = Object.entries(demoPeople).map(
    ([key, { name, email, verified }], index) =>
      `<label><input type="radio" name="person" value="${key}"${index === 0 ? ' checked' : ''}> ${escapeHtml(name)} – ${
        email ? `${escapeHtml(email)}${verified ? '' : ' (not verified)'}` : 'no e-mail address'
      }</label>`,
  )
  return page(
    `${provider.name} (demo)`,
    `<p class="demo" role="note"><strong>Demo.</strong> This is not ${escapeHtml(provider.name)}. The development server invented it, with everyone in it.</p>
<h1>Sign in with ${escapeHtml(provider.name)} (demo)</h1>
<p>The application asks for: ${scopes.length > 0 ? escapeHtml(scopes.join(', ')) : 'your profile'}</p>
<form method="get">
${hidden.join('\n')}
<fieldset><legend>Who are you?</legend>
${people.join('\n')}
<label><input type="radio" name="person" value="somebody"> Somebody else:</label>
<label>Name <input type="text" name="name" autocomplete="off"></label>
<label>Email <input type="email" name="email" autocomplete="off"></label>
<label><input type="checkbox" name="verified" value="true" checked> The provider verified this address</label>
</fieldset>
<button name="decision" value="allow">Allow</button>
<button name="decision" value="refuse">Refuse</button>
</form>`,
  )
}

/** Posts the fields to the application, as Apple does. */
export function formPostPage(action: string, fields: Record<string, string>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`,
  )
  return page(
    'Continue',
    `<form method="post" action="${escapeHtml(action)}">
${inputs.join('\n')}
<button>Continue</button>
</form>
<script>${submitScript}</script>`,
  )
}

export const submitScript = 'document.forms[0].submit()'

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(title)}</title><style>${style}</style></head>
<body><main>
${body}
</main></body>
</html>
`
