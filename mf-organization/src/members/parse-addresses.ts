/**
 * The addresses in a text as people paste it: one a line, or with commas, semicolons or spaces between them, and with names
 * as mail programs copy them (`"Lovelace, Ada" <ada@example.com>`). The same address in other capitals is the same one.
 */
export function parseAddresses(text: string): string[] {
  const parts = text.replaceAll(/"[^"]*"/g, ' ').split(/[,;\r\n]+/)
  const words = parts.flatMap((part) => {
    const all = part.split(/[\s<>]+/)
    return part.includes('<') ? all.filter((word) => word.includes('@')) : all
  })
  return [...new Set(words.filter(Boolean).map((word) => word.toLowerCase()))]
}
