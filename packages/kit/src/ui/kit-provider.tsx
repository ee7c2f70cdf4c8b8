import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { resolveVariables, theme } from './theme.ts'
import { useKeptFocus } from './use-kept-focus.ts'

/**
 * What the whole page stands in: texts, theme and colour scheme (light, dark or the system's; all tabs follow).
 * `nonce` is the one of the document's Content-Security-Policy.
 */
export function KitProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  useKeptFocus()
  return (
    <I18nProvider i18n={i18n}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={resolveVariables}
        defaultColorScheme="auto"
        getStyleNonce={() => nonce}
      >
        {children}
      </MantineProvider>
    </I18nProvider>
  )
}
