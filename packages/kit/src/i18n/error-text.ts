import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { GeneralErrorCode } from '../error-codes.ts'
import { redirectErrorTexts } from './redirect-error-texts.ts'

/** Texts by error code. Say what happened and what to do. */
export type ErrorTexts<Code extends string = string> = Record<Code, MessageDescriptor>

const tooMany = msg`Too many attempts. Wait a moment, then try again.`
const signedOut = msg`Your session has ended, so this wasn’t done. Sign in, then try again.`
const unavailable = msg`Part of the service is unavailable. Try again soon.`
const failed = msg`Something went wrong on our side. Try again in a moment.`

type OtherCode = 'FORBIDDEN' | 'NETWORK_FAILURE' | 'RATE_LIMITED' | 'UNAUTHENTICATED' | 'UPSTREAM_UNAVAILABLE'

const generalTexts: ErrorTexts<GeneralErrorCode | OtherCode> = {
  NETWORK_FAILURE: msg`Can’t reach the server. Check your connection and try again.`,
  TOO_MANY_REQUESTS: tooMany,
  RATE_LIMITED: tooMany,
  SERVICE_UNAVAILABLE: unavailable,
  SERVER_BUSY: msg`Too many people are signing in right now. Try again soon.`,
  INTERNAL_SERVER_ERROR: failed,
  FAILED_TO_CREATE_SESSION: failed,
  FAILED_TO_GET_SESSION: failed,
  NOT_ALLOWED_WHILE_IMPERSONATING: msg`You can’t do this while acting as someone else.`,
  PAYLOAD_TOO_LARGE: msg`This is too much to send at once. Shorten it, then try again.`,
  VALIDATION_ERROR: msg`Something in the form isn’t right. Check what you entered.`,
  UNAUTHORIZED: signedOut,
  UNAUTHENTICATED: signedOut,
  FORBIDDEN: msg`You don’t have permission to do this.`,
  UPSTREAM_UNAVAILABLE: unavailable,
  INVALID_ORIGIN: msg`This page was opened from an untrusted address. Open the application at its own address.`,
}

const TEXTS: ErrorTexts = { ...redirectErrorTexts, ...generalTexts }

/** Returns the text of an error: your own, the general one, or a sentence with the code. */
export function useErrorText(ownTexts: ErrorTexts = {}): (error: { code: string }) => string {
  const { t } = useLingui()
  return ({ code }) => {
    // The code may be any string, such as "constructor".
    const text = [ownTexts, TEXTS].find((texts) => Object.hasOwn(texts, code))?.[code]
    return text ? t(text) : t`Something went wrong. Try again. If it keeps happening, give support this code: ${code}`
  }
}
