import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { changeLocale } from './catalogues.ts'
import { useErrorText } from './error-text.ts'

function ErrorText({ code }: { code: string }) {
  return useErrorText()({ code })
}

// The code may come from the URL of the page.
test.each(['SOMETHING_NEW', 'constructor', '__proto__'])('shows the code %s, which has no text', async (code) => {
  await changeLocale('en')
  const page = renderToString(
    <I18nProvider i18n={i18n}>
      <ErrorText code={code} />
    </I18nProvider>,
  )
  expect(page).toBe(`Something went wrong. Try again. If it keeps happening, give support this code: ${code}`)
})
