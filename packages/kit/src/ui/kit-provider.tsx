import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import {
  localStorageColorSchemeManager,
  MantineContext,
  MantineThemeProvider,
  useProviderColorScheme,
} from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import { theme } from './theme.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

const getRootElement = () => document.documentElement

/** Mantine's own provider also generates CSS variables, which are static here (mantine.css). */
export function KitProvider({ nonce, children }: { nonce: string; children: ReactNode }) {
  useKeptFocus()
  const [manager] = useState(localStorageColorSchemeManager)
  const scheme = useProviderColorScheme({
    manager,
    defaultColorScheme: 'auto',
    getRootElement,
    forceColorScheme: undefined,
  })
  useColorSchemeCookie(scheme.colorScheme)
  return (
    <I18nProvider i18n={i18n}>
      <MantineContext
        value={{
          ...scheme,
          getRootElement,
          classNamesPrefix: 'mantine',
          getStyleNonce: () => nonce,
          cssVariablesSelector: ':root',
          withStaticClasses: true,
        }}
      >
        <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
      </MantineContext>
    </I18nProvider>
  )
}

/** For the server, because a script that reads storage before the first paint would delay it. */
function useColorSchemeCookie(scheme: string): void {
  useEffect(() => {
    const maxAge = scheme === 'auto' ? 0 : 365 * 86_400
    document.cookie = `color-scheme=${scheme}; Path=/; Max-Age=${maxAge}; SameSite=Lax`
  }, [scheme])
}
