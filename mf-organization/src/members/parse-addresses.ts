/** The addresses in a text as people paste it: one a line, or with commas, semicolons or spaces between them. */
export function parseAddresses(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
}
