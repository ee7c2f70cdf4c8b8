import { z } from 'zod'

export const text = z.string('must be a string').min(1, 'must not be empty')

export const labelTexts = z.object({ en: text }, 'must map languages to texts: { "en": "…" }').catchall(text)
