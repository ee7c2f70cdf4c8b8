import { expect, test } from 'vitest'
import { ApiError, codeOfMessage, errors, type ErrorKey } from './errors.ts'

// Codes that differ from what the message would give.
const named = new Set([
  'INVALID_BODY',
  'INVALID_QUERY',
  'PAYLOAD_TOO_LARGE',
  'TOO_MANY_REQUESTS',
  'SERVER_BUSY',
  'SERVICE_UNAVAILABLE',
  'ID_TOKEN_ALREADY_USED',
  'BANNED_USER',
  'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL',
  'YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE',
  'PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER',
  'TOO_MANY_ROLES',
  'TOO_MANY_WEBHOOKS',
  'FACTOR_RESET_WAS_STOPPED',
  'INVALID_RESOURCE',
  'INVALID_TEAM_ID',
  'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER',
  'ROLE_NAME_IS_ALREADY_TAKEN',
  'CANNOT_DELETE_A_PRE_DEFINED_ROLE',
  'ROLE_IS_ASSIGNED_TO_MEMBERS',
  'PASSKEYS_NEED_THE_HOST_OF_AUTH_URL',
  'TOTP_ALREADY_ENABLED',
  'OTP_NOT_CONFIGURED',
  'TWO_FACTOR_NOT_ENABLED',
  'BACKUP_CODES_NOT_ENABLED',
  'KEY_NOT_FOUND',
  'KEY_DISABLED',
  'KEY_EXPIRED',
  'EXPIRES_IN_IS_TOO_SMALL',
  'EXPIRES_IN_IS_TOO_LARGE',
  'INVALID_NAME_LENGTH',
  'METADATA_DISABLED',
  'SERVER_ONLY_PROPERTY',
  'CALL_IS_CLOSED_TO_KEYS',
  'MISSING_SCOPE',
  'SEVERAL_CREDENTIALS',
  'INVALID_SCOPE',
])

const keys = Object.keys(errors).filter((key): key is ErrorKey => key in errors && !named.has(key))

test.each(keys)('derives the code of %s from its message', (key) => {
  const { code, message } = new ApiError(key)
  expect(code).toBe(codeOfMessage(message))
})
