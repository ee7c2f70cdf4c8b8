import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { Trans } from './trans.tsx'

test.each(['The <b>Rowers</b>', '1 <2', '</0><1/><0>', '&lt;'])('shows the name %j as text', (name) => {
  const complain = vi.spyOn(console, 'error')
  i18n.loadAndActivate({
    locale: 'en',
    messages: { invitation: ['Join <0>', ['name'], '</0> with <1>', ['name'], '</1>'] },
  })
  const html = renderToString(
    <I18nProvider i18n={i18n}>
      <p>
        <Trans id="invitation" values={{ name }} components={{ 0: <strong />, 1: <em /> }} />
      </p>
    </I18nProvider>,
  )
  const page = new DOMParser().parseFromString(html, 'text/html')
  expect(page.querySelector('strong')?.textContent).toBe(name)
  expect(page.body.textContent).toBe(`Join ${name} with ${name}`)
  expect(complain).not.toHaveBeenCalled()
})

test('shows numbers as numbers', () => {
  i18n.loadAndActivate({ locale: 'en', messages: { pause: ['Again in ', ['seconds'], ' s'] } })
  const html = renderToString(
    <I18nProvider i18n={i18n}>
      <Trans id="pause" values={{ seconds: 60 }} />
    </I18nProvider>,
  )
  expect(html).toBe('Again in 60 s')
})
