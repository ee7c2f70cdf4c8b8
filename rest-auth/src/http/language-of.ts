import type { FastifyRequest } from 'fastify'
import { languages, type Language } from 'contract/languages.ts'

/** The language chosen on the screens, otherwise the first of the browser's that we have. */
export function languageOf({ cookies, headers }: FastifyRequest): Language | null {
  const wishes = [cookies['lang'] ?? '', ...(headers['accept-language'] ?? '').slice(0, 200).split(',')]
  for (const wish of wishes) {
    const found = languages.find((language) => language === wish.trim().toLowerCase().split(/[-;]/)[0])
    if (found) return found
  }
  return null
}
