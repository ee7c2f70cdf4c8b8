export const statuses = {
  INVALID_KEY: 400,
  INVALID_SIGNATURE: 400,
  INVALID_URL: 400,
  INVALID_VERSION: 400,
  VALIDATION_ERROR: 400,
  UNAUTHORIZED: 401,
  FORBIDDEN: 403,
  INVALID_ORIGIN: 403,
  KEY_MISMATCH: 403,
  LIMIT_REACHED: 403,
  CHANNEL_NOT_FOUND: 404,
  GRANT_NOT_FOUND: 404,
  PREVIEW_NOT_FOUND: 404,
  REMOTE_NOT_FOUND: 404,
  TOKEN_NOT_FOUND: 404,
  SERVICE_NOT_FOUND: 404,
  VERSION_NOT_FOUND: 404,
  CHANNEL_MOVED: 409,
  FILES_MISSING: 409,
  NOTHING_BEFORE: 409,
  OTHER_USER: 409,
  OTHER_VERSION: 409,
  VERSION_EXISTS: 409,
  VERSION_OLDER: 409,
  VERSION_UNPUBLISHED: 409,
  UPLOAD_TOO_SLOW: 408,
  PAYLOAD_TOO_LARGE: 413,
  CHECK_FAILED: 422,
  TOO_MANY_CHANGES: 429,
  TOO_MANY_REQUESTS: 429,
  UPLOAD_TOO_COSTLY: 429,
  SERVER_BUSY: 503,
  SERVICE_UNAVAILABLE: 503,
} as const

export type RefusalCode = keyof typeof statuses

/** `message` is for the caller and says what to do; `details` are added to the response. */
export class RegistryRefusal extends Error {
  override name = 'RegistryRefusal'
  readonly code: RefusalCode
  readonly statusCode: number
  readonly details: Readonly<Record<string, unknown>>

  constructor(code: RefusalCode, message: string, details: Readonly<Record<string, unknown>> = {}) {
    super(message)
    this.code = code
    this.statusCode = statuses[code]
    this.details = details
  }
}
