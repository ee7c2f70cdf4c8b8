/** What the registry refuses, with the status of HTTP. Each message says what to do. */
export const refusals = {
  VALIDATION_ERROR: 400,
  INVALID_DOCUMENT: 400,
  INVALID_KEY: 400,
  INVALID_SIGNATURE: 400,
  INVALID_FILE: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  INVALID_ORIGIN: 403,
  KEY_MISMATCH: 403,
  LIMIT_REACHED: 403,
  REMOTE_NOT_FOUND: 404,
  VERSION_NOT_FOUND: 404,
  TOKEN_NOT_FOUND: 404,
  VERSION_EXISTS: 409,
  VERSION_WITHDRAWN: 409,
  CHANNEL_MOVED: 409,
  NOTHING_TO_ROLL_BACK: 409,
  FILES_MISSING: 409,
  CHECK_FAILED: 422,
  SERVER_BUSY: 503,
  SERVICE_UNAVAILABLE: 503,
} as const

export type RefusalCode = keyof typeof refusals

/** Answered as `{ code, message, …details }`. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  /** What a program can do with it beside the code. */
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: RefusalCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.code = code
    this.details = details
  }

  get status(): number {
    return refusals[this.code]
  }
}
