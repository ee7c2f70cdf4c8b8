const warning = 40

// Undefined for records below the level of a warning.
export function formatForTerminal(line: string): string | undefined {
  const { level, msg, err } = parseRecord(line)
  if (typeof level !== 'number') return line
  if (level < warning) return undefined
  const { message } = Object(err)
  const cause = typeof message === 'string' && message !== msg ? `: ${message}` : ''
  return `${level >= 50 ? 'error' : 'warning'}: ${String(msg)}${cause}`
}

function parseRecord(line: string): { level?: unknown; msg?: unknown; err?: unknown } {
  try {
    return Object(JSON.parse(line))
  } catch {
    return {}
  }
}
