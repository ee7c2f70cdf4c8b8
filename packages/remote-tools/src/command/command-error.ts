export const exitCodes = { done: 0, refused: 1, wrongUsage: 2 } as const

export class CommandError extends Error {
  override name = 'CommandError'
  readonly code: string
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: string, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

export const wrongUsage = (message: string): CommandError => new CommandError('WRONG_USAGE', message)
