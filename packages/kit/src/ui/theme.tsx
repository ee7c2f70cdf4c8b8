import { colorsTuple, createTheme, defaultVariantColorsResolver, type VariantColorsResolver } from '@mantine/core'
import ChevronDown from 'lucide-react/icons/chevron-down'

/** For components of Mantine, and remotes, that take a shade by its number. The values are in mantine.css. */
const accent = colorsTuple(Array.from({ length: 10 }, (_, shade) => `var(--mantine-color-petrol-${shade})`))

const colors: VariantColorsResolver = (input) => {
  const role = { red: 'danger', green: 'success', gray: 'neutral', yellow: 'warning' }[String(input.color)] ?? 'accent'
  const styles = variants[role]?.[input.variant] ?? (input.variant === 'light' ? lightOf(role) : null)
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
    subtle: quiet,
  },
  danger: {
    filled: { background: 'var(--kit-danger)', hover: 'var(--kit-danger-hover)', color: 'var(--kit-on-danger)' },
    subtle: { ...quiet, hover: 'var(--kit-danger-subtle)', color: 'var(--kit-danger-text)' },
    outline: {
      background: 'var(--kit-surface)',
      hover: 'var(--kit-danger-subtle)',
      color: 'var(--kit-danger-text)',
      border: '1px solid var(--kit-line-strong)',
    },
  },
  neutral: {
    light: { background: 'var(--kit-hover)', hover: 'var(--kit-hover)', color: 'var(--kit-text-muted)' },
    subtle: quiet,
  },
}

/** Sizes and colours are in mantine.css. */
export const theme = createTheme({
  // The accent. Remotes of kit 2.0 name it so, whatever the brand is.
  primaryColor: 'petrol',
  primaryShade: 6,
  colors: { petrol: accent },
  variantColorResolver: colors,
  defaultRadius: 'sm',
  components: {
    Button: { defaultProps: { size: 'md' } },
    // All fields read it.
    InputWrapper: {
      defaultProps: {
        size: 'md',
        withAsterisk: false,
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      },
    },
    Badge: { defaultProps: { variant: 'light', color: 'gray', tt: 'none', radius: 'xs' } },
    NativeSelect: {
      defaultProps: {
        rightSection: <ChevronDown size={16} />,
        rightSectionProps: { 'aria-hidden': true },
      },
    },
    Alert: { defaultProps: { radius: 'md' } },
  },
})
