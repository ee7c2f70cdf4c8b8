import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { resolveVariables, theme } from './theme.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

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
