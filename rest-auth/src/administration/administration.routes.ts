import { bodyLimits } from 'service/body-limits.ts'
import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { status, type Calls } from '../http/calls.ts'
import { record } from '../journal/journal.ts'
import { sendJson, sendList } from '../list/send-list.ts'
import { errorsOfNewPasswords } from '../credential/credential.ts'
import { requireNoSoleOwnership } from '../organization/member/sole-ownership.ts'
import { eraseAccount } from '../own-account/delete-user.ts'
import { readPersonalData } from '../personal-data/export.sql.ts'
import { personalData } from '../personal-data/personal-data.routes.ts'
import { requireSession } from '../session/session-guard.ts'
import { profileSchema, userSchema } from '../user/user.ts'
import {
  act,
  actOn,
  errorsOfActs,
  lockActor,
  ofUser,
  readReason,
  reasonField,
  requireActor,
  requireAdministrator,
  success,
} from './act.ts'
import { ban, unban } from './ban.ts'
import { changeUserEmailRoutes } from './change-user-email.routes.ts'
import { factorResetRoutes } from './factor-reset/factor-reset.routes.ts'
import { findUsers, listUsersQuery } from './list-users.sql.ts'
import { mayDo } from './permission.ts'
import { changeRole, parseRole } from './role.ts'
import { userSessionRoutes } from './user-sessions.routes.ts'
import { changeUser, createUser, hashNewPassword, requirePerson, setUserPassword } from './users.ts'

const role = z.union([z.string(), z.array(z.string())])
/** Refused with a code of their own. */
const unsettable = z.unknown().optional()
const permissions = z.record(z.string(), z.array(z.string())).optional()

/** better-auth's admin plugin. Its acts need a recent sign-in, and leave entries in the journal. */
export function administrationRoutes(calls: Calls, ctx: Context): void {
  userRoutes(calls, ctx)
  accountRoutes(calls, ctx)
  changeUserEmailRoutes(calls, ctx)
  factorResetRoutes(calls, ctx)
  rightsRoutes(calls, ctx)
  userSessionRoutes(calls, ctx)
}

function userRoutes({ get, post }: Calls, ctx: Context): void {
  get('/admin/list-users', 'listUsers', 'List and search users', {
    errors: ['UNAUTHORIZED', 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS'],
    querystring: listUsersQuery,
    returns: z.object({
      users: z.array(userSchema),
      total: z.int().describe('At most 10,000'),
      searchStopped: z.literal(true).optional().describe('The search for a part stopped at a thousand users'),
      limit: z.int().optional(),
      offset: z.int().optional(),
    }),
    async handler(request, reply) {
      await requireAdministrator(ctx, request, 'YOU_ARE_NOT_ALLOWED_TO_LIST_USERS')
      return sendList(reply, await findUsers(ctx, request.query))
    },
  })

  get('/admin/get-user', 'getUser', 'Return a user', {
    errors: ['PERSON_NOT_FOUND', 'UNAUTHORIZED', 'YOU_ARE_NOT_ALLOWED_TO_GET_USER'],
    querystring: z.object({ id: z.string() }),
    returns: userSchema,
    async handler(request) {
      await requireAdministrator(ctx, request, 'YOU_ARE_NOT_ALLOWED_TO_GET_USER')
      return requirePerson(ctx, request.query.id)
    },
  })

  post('/admin/create-user', 'createUser', 'Create a user; no email is sent', {
    errors: [
      ...errorsOfActs,
      'INVALID_EMAIL',
      'PASSWORD_TOO_LONG',
      'PASSWORD_TOO_SHORT',
      'USERNAME_IS_ALREADY_TAKEN_PLEASE_TRY_ANOTHER',
      'USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL',
      'YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE',
      'YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS',
      'YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE',
    ],
    journal: ['user.created-by-administrator'],
    bodyLimit: bodyLimits.restAuth,
    body: z.object({
      email: z.string(),
      name: profileSchema.shape.name.unwrap(),
      password: z.string().optional(),
      role: role.optional(),
      data: z.strictObject({ ...profileSchema.omit({ name: true }).shape, role: role.optional() }).optional(),
      reason: reasonField,
    }),
    returns: z.object({ user: userSchema }),
    async handler(request) {
      const refusal = 'YOU_ARE_NOT_ALLOWED_TO_CREATE_USERS'
      const active = await requireActor(ctx, request, refusal)
      const { email, name, password, reason, data: { role: dataRole, ...profile } = {} } = request.body
      // Nobody has proved the email yet.
      if (parseRole(request.body.role ?? dataRole ?? 'user') === 'admin')
        throw new ApiError('YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE')
      const authorize = (tx: Context) => lockActor(tx, active, refusal)
      return { user: await createUser(ctx, { ...profile, name, email, password }, readReason(reason), authorize) }
    },
  })

  post('/admin/update-user', 'updateUserOf', "Change a user's profile; absent fields stay", {
    errors: [
      ...errorsOfActs,
      'NO_DATA_TO_UPDATE',
      'PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER',
      'PERSON_NOT_FOUND',
      'USER_ID_CANNOT_BE_UPDATED',
      'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL',
      'YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS',
    ],
    journal: ['user.changed-by-administrator', 'username.changed'],
    bodyLimit: bodyLimits.restAuth,
    body: ofUser.extend({
      data: z.strictObject({
        ...profileSchema.shape,
        id: unsettable,
        password: unsettable,
        email: unsettable,
        emailVerified: unsettable,
      }),
    }),
    returns: userSchema,
    async handler(request) {
      const refusal = 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_USERS'
      const active = await requireActor(ctx, request, refusal)
      const { userId, reason, data } = request.body
      const { id, password, email, emailVerified, ...changes } = data
      if (Object.keys(data).length === 0) throw new ApiError('NO_DATA_TO_UPDATE')
      if (password !== undefined) throw new ApiError('PASSWORD_CANNOT_BE_UPDATED_VIA_UPDATE_USER')
      if (id !== undefined) throw new ApiError('USER_ID_CANNOT_BE_UPDATED')
      if (email !== undefined || emailVerified !== undefined)
        throw new ApiError('YOU_ARE_NOT_ALLOWED_TO_SET_USERS_EMAIL')
      return changeUser(ctx, userId, changes, readReason(reason), (tx) => lockActor(tx, active, refusal, userId))
    },
  })
}

function accountRoutes({ post }: Calls, ctx: Context): void {
  post('/admin/remove-user', 'removeUser', 'Delete the account of a user', {
    errors: [
      ...errorsOfActs,
      'PERSON_NOT_FOUND',
      'YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS',
      'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
      'YOU_CANNOT_REMOVE_YOURSELF',
    ],
    journal: ['user.erased', 'member.left', 'invitation.canceled'],
    body: ofUser,
    returns: success,
    async handler(request) {
      const refusal = 'YOU_ARE_NOT_ALLOWED_TO_DELETE_USERS'
      const rule = {
        refusal,
        ofProtected: refusal,
        ofOneself: 'YOU_CANNOT_REMOVE_YOURSELF',
        lock: requireNoSoleOwnership,
      } as const
      await actOn(ctx, request, rule, async (tx, user, reason, active) => {
        record(tx, 'user.erased', { userId: user.id, reason })
        await eraseAccount(tx, user, active.user)
      })
      return { success: true }
    },
  })

  post('/admin/export-user', 'exportUser', 'Return everything about a user, without secrets. Not in better-auth', {
    errors: [...errorsOfActs, 'PERSON_NOT_FOUND', 'YOU_ARE_NOT_ALLOWED_TO_GET_USER'],
    journal: ['user.exported'],
    body: z.object({ userId: z.string(), reason: reasonField }),
    returns: personalData,
    async handler(request, reply) {
      const { userId, reason } = request.body
      const user = await act(ctx, request, 'YOU_ARE_NOT_ALLOWED_TO_GET_USER', async (tx) => {
        record(tx, 'user.exported', { userId, reason: readReason(reason) })
        return requirePerson(tx, userId)
      })
      return sendJson(reply, await readPersonalData(ctx, user, null))
    },
  })

  post('/admin/set-user-password', 'setUserPassword', 'Set the password of a user, who is told by email', {
    errors: [...errorsOfActs, ...errorsOfNewPasswords, 'PERSON_NOT_FOUND', 'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD'],
    journal: ['password.set-by-administrator'],
    body: ofUser.extend({ newPassword: z.string().min(1) }),
    returns: status,
    async handler(request) {
      const refusal = 'YOU_ARE_NOT_ALLOWED_TO_SET_USERS_PASSWORD'
      await requireActor(ctx, request, refusal)
      const { userId, newPassword } = request.body
      const hash = await hashNewPassword(ctx, newPassword, await requirePerson(ctx, userId))
      await actOn(ctx, request, { refusal, ofProtected: refusal }, (tx, user, reason) =>
        setUserPassword(tx, user, hash, reason),
      )
      return { status: true }
    },
  })
}

function rightsRoutes({ post }: Calls, ctx: Context): void {
  const returns = z.object({ user: userSchema })

  post('/admin/set-role', 'setUserRole', 'Make a user an administrator or an ordinary user', {
    errors: [
      ...errorsOfActs,
      'EMAIL_NOT_VERIFIED',
      'PERSON_NOT_FOUND',
      'YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE',
      'YOU_ARE_NOT_ALLOWED_TO_SET_NON_EXISTENT_VALUE',
      'YOU_CANNOT_REMOVE_THE_LAST_ADMINISTRATOR',
    ],
    journal: ['user.role-changed'],
    body: ofUser.extend({ role }),
    returns,
    async handler(request) {
      const refusal = 'YOU_ARE_NOT_ALLOWED_TO_CHANGE_USERS_ROLE'
      const user = await actOn(ctx, request, { refusal }, (tx, target, reason, active) =>
        changeRole(tx, active.user, target, parseRole(request.body.role), reason),
      )
      return { user }
    },
  })

  const refusal = 'YOU_ARE_NOT_ALLOWED_TO_BAN_USERS'

  post('/admin/ban-user', 'banUser', 'Refuse sign-ins of a user, and end all sessions', {
    errors: [...errorsOfActs, 'PERSON_NOT_FOUND', 'YOU_ARE_NOT_ALLOWED_TO_BAN_USERS', 'YOU_CANNOT_BAN_YOURSELF'],
    journal: ['user.banned'],
    body: ofUser.extend({ banReason: z.string().max(500).optional(), banExpiresIn: z.number().positive().optional() }),
    returns,
    async handler(request) {
      const { body } = request
      const rule = { refusal, ofProtected: refusal, ofOneself: 'YOU_CANNOT_BAN_YOURSELF' } as const
      const user = await actOn(ctx, request, rule, (tx, target) =>
        ban(tx, target, body, readReason(body.reason ?? body.banReason)),
      )
      return { user }
    },
  })

  post('/admin/unban-user', 'unbanUser', 'Lift the ban of a user', {
    errors: [...errorsOfActs, 'PERSON_NOT_FOUND', 'YOU_ARE_NOT_ALLOWED_TO_BAN_USERS'],
    journal: ['user.unbanned'],
    body: ofUser,
    returns,
    handler: async (request) => ({ user: await actOn(ctx, request, { refusal }, unban) }),
  })

  post('/admin/has-permission', 'hasAdministrationPermission', 'Check what the user may do as an administrator', {
    errors: ['UNAUTHORIZED'],
    journal: 'It only reads',
    body: z
      .object({ permissions, permission: permissions })
      .refine((body) => (body.permission === undefined) !== (body.permissions === undefined)),
    returns: success.extend({ error: z.null() }),
    async handler(request) {
      const { user } = await requireSession(ctx, request)
      return { error: null, success: mayDo(user, request.body.permissions ?? request.body.permission ?? {}) }
    },
  })
}
