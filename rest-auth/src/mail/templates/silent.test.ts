import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { languages } from 'contract/languages.ts'
import { mailTexts } from './mail-texts.ts'

// lingui warns in production only, into what should be a log of JSON lines.
const program = `
  import { renderEmail } from ${JSON.stringify(new URL('render.ts', import.meta.url).href)}
  const settings = { PRODUCT_NAME: 'Accounts', PRODUCT_ACCENT: '#1971c2', AUTH_URL: 'https://accounts.example.com' }
  const { templates, languages } = JSON.parse(process.argv[1])
  let count = 0
  for (const language of languages)
    for (const template of templates)
      for (const data of [{}, { name: 'Ann', url: 'https://x.test', otherUrl: 'https://x.test', role: 'admin', time: '' }])
        count += renderEmail({ template, language, data }, settings).html.length > 0
  process.stdout.write(String(count))`

test('prints nothing in production, with any email in any language', async () => {
  const templates = Object.keys(mailTexts)
  const input = JSON.stringify({ templates, languages })
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '--eval', program, input],
    { env: { ...process.env, NODE_ENV: 'production' } },
  )
  expect(stderr).toBe('')
  expect(stdout).toBe(String(templates.length * languages.length * 2))
})
