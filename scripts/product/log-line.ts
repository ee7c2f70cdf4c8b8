const warning = 40

/** What the terminal shows of a line that a service printed: warnings, errors, and all that is no log record of pino. */
export function toTerminal(line: string): string | undefined {
  const record = parseRecord(line)
  if (!record) return line
  const { level, msg, err } = record
  if (typeof level !== 'number' || level < warning) return undefined
  const cause =
    isObject(err) && typeof err['message'] === 'string' && err['message'] !== msg ? `: ${err['message']}` : ''
  return `${level >= 50 ? 'error' : 'warning'}: ${String(msg)}${cause}`
}

function parseRecord(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const record: unknown = JSON.parse(line)
    return isObject(record) ? record : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
