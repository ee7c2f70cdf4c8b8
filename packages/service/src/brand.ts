import { z } from 'zod'
import { svgMark } from './svg-mark.ts'

const link = (protocol: RegExp, error: string) => z.url({ protocol, error }).optional()
const page = link(/^https?$/, 'must be an https:// URL')

/** How the product presents itself: in pages, emails, icons and errors. */
export const brandSettings = {
  PRODUCT_NAME: z
    .string()
    .trim()
    .min(1, 'must not be blank')
    .max(40, 'must have at most 40 characters')
    .default('Accounts'),
  PRODUCT_MARK: svgMark.optional(),
  PRODUCT_ACCENT: z
    .string()
    .regex(/^#[\da-f]{6}$/i, 'must look like #2f5fd6')
    .toLowerCase()
    .default('#2f5fd6'),
  SUPPORT_URL: link(/^(https?|mailto)$/, 'must be an https:// or mailto: URL'),
  TERMS_URL: page,
  PRIVACY_URL: page,
}

const schema = z.object(brandSettings)

export type Brand = z.output<typeof schema>

export const defaultBrand = schema.parse({})

const segmenter = new Intl.Segmenter()

/** Stands for a missing mark. */
export function initialOf(productName: string): string {
  const [initial] = segmenter.segment(productName.toUpperCase())
  return initial?.segment ?? ''
}
