import { accentRoles, neutrals } from 'service/accent.ts'

/** As in kit's tokens.css, but email clients support neither custom properties nor light-dark(). */
const others = {
  light: { line: '#e3e6ea', text: '#16191d', muted: '#535a65' },
  dark: { line: '#2a3037', text: '#eceef1', muted: '#bcc3cd' },
}

export type SchemeColors = ReturnType<typeof derive>

/** Derived once per accent, because that takes about 50 ms. */
const derived = new Map<string, Record<'light' | 'dark', SchemeColors>>()

export function colorsOf(accent: string) {
  const colors = derived.get(accent) ?? { light: derive(accent, 'light'), dark: derive(accent, 'dark') }
  derived.set(accent, colors)
  return colors
}

function derive(accent: string, scheme: 'light' | 'dark') {
  const { page, surface } = neutrals[scheme]
  const roles = accentRoles(accent, scheme)
  return {
    ...others[scheme],
    page,
    surface,
    button: roles.accent,
    'on-button': roles['on-accent'],
    link: roles['accent-text'],
  }
}
