import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import type { User } from '../user/user.ts'
import { lockPeople, type Person } from './people.sql.ts'

/** If the user is an administrator. The result stays true until the transaction ends. */
export async function requireOtherAdministrator(tx: Context, user: User): Promise<void> {
  if (user.role !== 'admin') return
  const isOther = ({ id, role, isAdmitted }: Person) => role === 'admin' && isAdmitted && id !== user.id
  if (!(await lockPeople(tx, [])).some(isOther)) throw new ApiError('YOU_CANNOT_REMOVE_THE_LAST_ADMINISTRATOR')
}
