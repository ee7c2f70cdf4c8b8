import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import Building from 'lucide-react/icons/building'
import CircleUser from 'lucide-react/icons/circle-user'
import History from 'lucide-react/icons/history'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Plus from 'lucide-react/icons/plus'
import Settings from 'lucide-react/icons/settings'
import Shield from 'lucide-react/icons/shield'
import ShieldCheck from 'lucide-react/icons/shield-check'
import Trash from 'lucide-react/icons/trash-2'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import UsersRound from 'lucide-react/icons/users-round'
import { ACCOUNT_PATH, ORGANIZATIONS_PATH, PASSWORD_PATH } from 'contract/version-lock.ts'
import type { Entry } from './entry.ts'

interface PageDetails {
  /** As in side navigations. */
  icon: Entry['icon']
  /** Words that find the page besides its label. */
  words?: MessageDescriptor
}

/** By path. A tab has the path `organization/<name>`. */
export const pageDetails: Readonly<Record<string, PageDetails>> = {
  [ACCOUNT_PATH]: { icon: CircleUser },
  [`${ACCOUNT_PATH}/profile`]: { icon: UserRound, words: msg`name, email, username, picture` },
  [PASSWORD_PATH]: { icon: Shield, words: msg`password, passkey, sign-in, provider` },
  [`${ACCOUNT_PATH}/sessions`]: { icon: MonitorSmartphone, words: msg`devices, sign out elsewhere` },
  [`${ACCOUNT_PATH}/activity`]: { icon: History },
  [`${ACCOUNT_PATH}/delete`]: { icon: Trash },
  [ORGANIZATIONS_PATH]: { icon: Building },
  [`${ORGANIZATIONS_PATH}/new`]: { icon: Plus },
  'organization/': { icon: Users, words: msg`people, invite, invitations, roles` },
  'organization/teams': { icon: UsersRound },
  'organization/roles': { icon: ShieldCheck },
  'organization/audit-log': { icon: History },
  'organization/settings': { icon: Settings, words: msg`rename, logo, URL, leave, delete` },
}
