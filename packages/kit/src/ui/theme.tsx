import {
  createTheme,
  type CSSVariablesResolver,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  type VariantColorsResolver,
} from '@mantine/core'
import ChevronDown from 'lucide-react/icons/chevron-down'

/** For components of Mantine that take a shade by its number. */
const accent: MantineColorsTuple = [
  'var(--kit-accent-subtle)',
  'var(--kit-accent-subtle)',
  'var(--kit-accent-line)',
  'var(--kit-accent-line)',
  'var(--kit-accent-mark)',
  'var(--kit-accent-mark)',
  'var(--kit-accent)',
  'var(--kit-accent-hover)',
  'var(--kit-accent-active)',
  'var(--kit-accent-active)',
]

const colors: VariantColorsResolver = (input) => {
  const role = { red: 'danger', green: 'success', gray: 'neutral', yellow: 'warning' }[String(input.color)] ?? 'accent'
  const styles = variants[role]?.[input.variant]
  return styles ? { border: '1px solid transparent', ...styles } : defaultVariantColorsResolver(input)
}

/** For alerts. */
const lightOf = (role: string) => ({
  background: `var(--kit-${role}-subtle)`,
  hover: `var(--kit-${role}-subtle)`,
  color: 'var(--kit-text)',
  border: `1px solid var(--kit-${role}-line)`,
})
const quiet = { background: 'transparent', hover: 'var(--kit-hover)', color: 'var(--kit-text-muted)' }
const variants: Record<
  string,
  Record<string, { background: string; hover: string; color: string; border?: string }>
> = {
  accent: {
    filled: { background: 'var(--kit-accent)', hover: 'var(--kit-accent-hover)', color: 'var(--kit-on-accent)' },
    light: lightOf('accent'),
    subtle: quiet,
  },
  danger: {
    filled: { background: 'var(--kit-danger)', hover: 'var(--kit-danger-hover)', color: 'var(--kit-on-danger)' },
    light: lightOf('danger'),
    subtle: { ...quiet, hover: 'var(--kit-danger-subtle)', color: 'var(--kit-danger-text)' },
    outline: {
      background: 'var(--kit-surface)',
      hover: 'var(--kit-danger-subtle)',
      color: 'var(--kit-danger-text)',
      border: '1px solid var(--kit-line-strong)',
    },
  },
  success: { light: lightOf('success') },
  warning: { light: lightOf('warning') },
  neutral: {
    light: { background: 'var(--kit-hover)', hover: 'var(--kit-hover)', color: 'var(--kit-text-muted)' },
    subtle: quiet,
  },
}

/** Every value comes from tokens.css. */
export const theme = createTheme({
  primaryColor: 'accent',
  primaryShade: 6,
  // Remotes that were published with kit 2.0 name it "petrol".
  colors: { accent, petrol: accent },
  variantColorResolver: colors,
  cursorType: 'pointer',
  fontFamily: 'var(--kit-font)',
  fontFamilyMonospace: 'var(--kit-font-mono)',
  fontWeights: {
    regular: 'var(--kit-weight-body)',
    medium: 'var(--kit-weight-label)',
    bold: 'var(--kit-weight-heading)',
  },
  fontSizes: {
    xs: 'var(--kit-text-xs)',
    sm: 'var(--kit-text-sm)',
    md: 'var(--kit-text-md)',
    lg: 'var(--kit-text-lg)',
    xl: 'var(--kit-text-xl)',
  },
  lineHeights: {
    xs: 'var(--kit-leading-xs)',
    sm: 'var(--kit-leading-sm)',
    md: 'var(--kit-leading-md)',
    lg: 'var(--kit-leading-lg)',
    xl: 'var(--kit-leading-xl)',
  },
  headings: {
    fontFamily: 'var(--kit-font)',
    fontWeight: 'var(--kit-weight-heading)',
    sizes: {
      h1: { fontSize: 'var(--kit-text-xl)', lineHeight: 'var(--kit-leading-xl)' },
      h2: { fontSize: 'var(--kit-text-lg)', lineHeight: 'var(--kit-leading-lg)' },
      h3: { fontSize: 'var(--kit-text-md)', lineHeight: 'var(--kit-leading-md)' },
    },
  },
  defaultRadius: 'sm',
  radius: {
    xs: 'var(--kit-radius-xs)',
    sm: 'var(--kit-radius-sm)',
    md: 'var(--kit-radius-md)',
    lg: 'var(--kit-radius-lg)',
    xl: 'var(--kit-radius-full)',
  },
  components: {
    Button: { defaultProps: { size: 'md' } },
    TextInput: { defaultProps: { size: 'md', withAsterisk: false } },
    Badge: { defaultProps: { variant: 'light', color: 'gray', tt: 'none', radius: 'xs' } },
    NativeSelect: {
      defaultProps: {
        size: 'md',
        withAsterisk: false,
        rightSection: <ChevronDown size={16} />,
        rightSectionProps: { 'aria-hidden': true },
      },
    },
    Alert: { defaultProps: { radius: 'md' } },
  },
})

const roles = {
  '--mantine-color-text': 'var(--kit-text)',
  '--mantine-color-body': 'var(--kit-surface)',
  '--mantine-color-dimmed': 'var(--kit-text-muted)',
  '--mantine-color-error': 'var(--kit-danger-text)',
  '--mantine-color-placeholder': 'var(--kit-placeholder)',
  '--mantine-color-anchor': 'var(--kit-accent-text)',
  '--mantine-color-default': 'var(--kit-surface)',
  '--mantine-color-default-hover': 'var(--kit-hover)',
  '--mantine-color-default-color': 'var(--kit-text)',
  '--mantine-color-default-border': 'var(--kit-line-strong)',
  '--mantine-color-disabled': 'var(--kit-subtle)',
  '--mantine-color-disabled-color': 'var(--kit-disabled-text)',
  '--mantine-color-disabled-border': 'var(--kit-line)',
}

// Each role is light-dark(), and Mantine's own values are per scheme.
export const resolveVariables: CSSVariablesResolver = () => ({ variables: {}, light: roles, dark: roles })
