import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { ACCOUNT_PATH, PASSWORD_PATH } from 'contract/version-lock.ts'

/** Words that find a page besides its label, by path. A tab has the path `organization/<name>`. */
export const keywords: Readonly<Record<string, MessageDescriptor>> = {
  [`${ACCOUNT_PATH}/profile`]: msg`name, email, username, picture`,
  [PASSWORD_PATH]: msg`password, sign-in, provider`,
  [`${ACCOUNT_PATH}/sessions`]: msg`devices, sign out elsewhere`,
  'organization/': msg`people, invite, invitations, roles`,
  'organization/settings': msg`rename, logo, URL, leave, delete`,
}
