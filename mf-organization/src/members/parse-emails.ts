import { trimAddress } from 'kit'

/** Accepts any separators, and names as in `"Lovelace, Ada" <ada@example.com>`. */
export function parseEmails(text: string): string[] {
  const parts = text.replaceAll(/"[^"]*"/g, ' ').split(/[,;\r\n]+/)
  const words = parts.flatMap((part) => {
    const all = part.split(/[\s<>]+/)
    return part.includes('<') ? all.filter((word) => word.includes('@')) : all
  })
  return [...new Set(words.map((word) => trimAddress(word).toLowerCase()).filter(Boolean))]
}

export const isComplete = (email: string): boolean => /^[^@]+@[^@]+\.[^@.]+$/.test(email)
