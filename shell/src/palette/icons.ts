import Building from 'lucide-react/icons/building'
import CircleUser from 'lucide-react/icons/circle-user'
import MonitorSmartphone from 'lucide-react/icons/monitor-smartphone'
import Plus from 'lucide-react/icons/plus'
import Settings from 'lucide-react/icons/settings'
import Shield from 'lucide-react/icons/shield'
import Trash from 'lucide-react/icons/trash-2'
import UserRound from 'lucide-react/icons/user-round'
import Users from 'lucide-react/icons/users'
import UsersRound from 'lucide-react/icons/users-round'
import { ACCOUNT_PATH, ORGANIZATIONS_PATH, PASSWORD_PATH } from 'contract/version-lock.ts'
import type { Entry } from './entry.ts'

/** Icons of pages, by path like `keywords`; the same as in side navigations. */
export const icons: Readonly<Record<string, Entry['icon']>> = {
  [ACCOUNT_PATH]: CircleUser,
  [`${ACCOUNT_PATH}/profile`]: UserRound,
  [PASSWORD_PATH]: Shield,
  [`${ACCOUNT_PATH}/sessions`]: MonitorSmartphone,
  [`${ACCOUNT_PATH}/delete`]: Trash,
  [ORGANIZATIONS_PATH]: Building,
  [`${ORGANIZATIONS_PATH}/new`]: Plus,
  'organization/': Users,
  'organization/teams': UsersRound,
  'organization/settings': Settings,
}
