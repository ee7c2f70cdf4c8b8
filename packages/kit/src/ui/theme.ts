import { Alert, createTheme, type CSSVariablesResolver } from '@mantine/core'

const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif'

/** Text colours have a contrast of at least 4.5 on their surfaces. */
export const theme = createTheme({
  primaryColor: 'petrol',
  primaryShade: 6,
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily: FONT,
  headings: { fontFamily: FONT, fontWeight: '650' },
  radius: { sm: '6px', md: '8px', lg: '14px' },
  colors: {
    petrol: [
      '#eef8f9',
      '#d9eef1',
      '#b2dde3',
      '#85c9d3',
      '#58b2c0',
      '#2f97a8',
      '#0f7084',
      '#0c6071',
      '#0a4e5c',
      '#073b46',
    ],
    red: ['#fff1f0', '#ffe0dd', '#ffc1bb', '#ff9a92', '#f4675c', '#df4437', '#b42318', '#971c13', '#7a1710', '#5e120c'],
    dark: [
      '#d3d8df',
      '#adb5c0',
      '#8b94a1',
      '#626b78',
      '#3b434e',
      '#2d343e',
      '#232930',
      '#1b2026',
      '#14181d',
      '#0e1115',
    ],
  },
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md', withAsterisk: false } },
    Badge: { defaultProps: { variant: 'light', tt: 'none' } },
    NativeSelect: { defaultProps: { size: 'md', withAsterisk: false, rightSectionProps: { 'aria-hidden': true } } },
    Alert: Alert.extend({
      defaultProps: { variant: 'light' },
      vars: (_theme, { color }) => ({
        root: color === 'red' ? tint('var(--mantine-color-error)') : tint('var(--kit-accent)'),
      }),
    }),
  },
})

function tint(color: string) {
  return {
    '--alert-bg': `color-mix(in srgb, ${color} 9%, var(--kit-surface))`,
    '--alert-color': 'var(--mantine-color-text)',
    '--alert-bd': `1px solid color-mix(in srgb, ${color} 45%, var(--kit-surface))`,
  }
}

export const resolveVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': '#182028',
    '--mantine-color-body': '#ffffff',
    '--mantine-color-dimmed': '#56606d',
    '--mantine-color-error': '#b42318',
    '--mantine-color-placeholder': '#6a7380',
    '--kit-accent': 'var(--mantine-color-petrol-7)',
    '--kit-page': '#f5f7f8',
    '--kit-surface': '#ffffff',
    '--kit-line': '#dfe4e8',
    '--kit-field-line': '#87919d',
  },
  dark: {
    '--mantine-color-body': '#14181d',
    '--mantine-color-dimmed': '#adb5c0',
    '--mantine-color-error': '#ff9a92',
    '--mantine-color-placeholder': '#939cab',
    '--mantine-color-petrol-light': 'color-mix(in srgb, var(--mantine-color-petrol-4) 16%, transparent)',
    '--mantine-color-petrol-light-hover': 'color-mix(in srgb, var(--mantine-color-petrol-4) 22%, transparent)',
    '--mantine-color-petrol-light-color': 'var(--mantine-color-petrol-2)',
    '--kit-accent': 'var(--mantine-color-petrol-3)',
    '--kit-page': '#14181d',
    '--kit-surface': '#1b2026',
    '--kit-line': '#2d343e',
    '--kit-field-line': '#6b7683',
  },
})
