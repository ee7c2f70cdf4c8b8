import { msg } from '@lingui/core/macro'
import { organizationTexts } from '../organization-texts.ts'

export const keyTexts = {
  ...organizationTexts,
  INVALID_SCOPE: organizationTexts.INVALID_RESOURCE,
  KEY_NOT_FOUND: msg`This key no longer exists. Reload the page.`,
  TOO_MANY_KEYS: msg`You’ve reached the maximum number of keys. Revoke one first.`,
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_KEYS: organizationTexts.YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS,
}
