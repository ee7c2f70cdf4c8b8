const warning = 40

/** Returns what the terminal shows of a line that a service printed: warnings, errors, and all that is no log record of pino. */
export function toTerminal(line: string): string | undefined {
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
