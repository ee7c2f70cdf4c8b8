import Color from 'colorjs.io'

/** The same as in kit's tokens.css (tested there). */
export const neutrals = {
  light: { page: '#f7f8f9', surface: '#ffffff', raised: '#ffffff', hover: '#eef0f2' },
  dark: { page: '#0e1013', surface: '#15181c', raised: '#1c2025', hover: '#22272d' },
}
const white = '#ffffff'
const ink = '#16191d'

/**
 * Derives the colours of a brand for one scheme. Hue and chroma stay; only the lightness moves, to
 * the nearest value with enough contrast: WCAG 2 ratios and APCA Lc (docs/design.md).
 */
export function accentRoles(accent: string, scheme: 'light' | 'dark') {
  const [own = 0, chroma = 0, hue = 0] = new Color(accent).to('oklch').coords.map((value) => value ?? 0)
  const isDark = scheme === 'dark'
  const { page, surface, raised, hover } = neutrals[scheme]
  const at = (lightness: number, maxChroma = chroma) => toHex(lightness, Math.min(chroma, maxChroma), hue)
  const find = (from: number, directions: readonly number[], fits: (color: string) => boolean): number => {
    for (let distance = 0; distance < 1; distance += 0.004)
      for (const direction of directions) {
        const lightness = from + direction * distance
        if (lightness >= 0 && lightness <= 1 && fits(at(lightness))) return lightness
      }
    return isDark ? 1 : 0
  }
  const textOn = (color: string) => [white, ink].find((text) => reads(text, color, 4.6, text === white ? 64 : 62))

  const solid = find(isDark ? clamp(own, 0.5, 0.86) : own, [-1, 1], (color) => textOn(color) !== undefined)
  const onAccent = textOn(at(solid)) ?? white
  const awayFromText = onAccent === white ? -0.045 : 0.045
  const subtle = at(isDark ? 0.25 : 0.967, isDark ? 0.035 : 0.02)
  const behindText = [page, surface, raised, hover, subtle]
  const text = find(isDark ? Math.max(0.6, own) : Math.min(0.62, own), [isDark ? 1 : -1], (color) =>
    behindText.every((background) => reads(color, background, 4.5, 61)),
  )
  const mark = find(isDark ? Math.max(0.55, own - 0.02) : Math.min(0.75, own), [isDark ? 1 : -1], (color) =>
    [page, surface, raised].every((background) => ratio(color, background) >= (isDark ? 4 : 3.2)),
  )
  return {
    accent: at(solid),
    'accent-hover': at(solid + awayFromText),
    'accent-active': at(solid + 2 * awayFromText),
    'on-accent': onAccent,
    'accent-text': at(text),
    'accent-mark': at(mark),
    'on-accent-mark': ratio(white, at(mark)) >= 3.2 ? white : ink,
    'accent-subtle': subtle,
    'accent-line': at(isDark ? 0.4 : 0.86, isDark ? 0.09 : 0.07),
  }
}

/** As custom properties of kit (packages/kit/src/ui/tokens.css). */
export function accentStyles(accent: string): string {
  const dark = Object.values(accentRoles(accent, 'dark'))
  const declarations = Object.entries(accentRoles(accent, 'light')).map(
    ([role, color], index) => `--kit-${role}:light-dark(${color},${dark[index]})`,
  )
  return `:root{${declarations.join(';')}}`
}

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max)

const toHex = (lightness: number, chroma: number, hue: number) =>
  new Color('oklch', [clamp(lightness, 0, 1), chroma, hue])
    .toGamut({ space: 'srgb' })
    .to('srgb')
    .toString({ format: 'hex', collapse: false })

const ratio = (one: string, other: string) => new Color(one).contrast(other, 'WCAG21')

const reads = (text: string, background: string, minRatio: number, minLc: number) =>
  ratio(text, background) >= minRatio && Math.abs(new Color(background).contrast(text, 'APCA')) >= minLc
