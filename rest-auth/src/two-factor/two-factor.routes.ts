import { z } from 'zod'
import type { Context } from '../context.ts'
import { ApiError } from '../errors.ts'
import { status, type Calls } from '../http/calls.ts'
import { clientOf } from '../session/create-session.ts'
import { readTrustedDevice } from '../session/second-factor.ts'
import { setSessionCache } from '../session/session-cookies.ts'
import { requireSession, requireStepUp } from '../session/session-guard.ts'
import { userSchema } from '../user/user.ts'
import { listTrustedDevices, removeTrustedDevices, trustedDeviceSchema } from './trusted-device.ts'
import { disable, readUri, renewBackupCodes, requireOwner, requireProvenOwner, startEnabling } from './two-factor.ts'
import { findStatus } from './two-factor.sql.ts'
import { showFactor } from './verify.ts'

const ownerBody = z.object({ password: z.string().optional().describe('Not for people who have none') })
const codeBody = z.object({
  code: z.string().max(50),
  trustDevice: z.boolean().optional().describe('Not to ask for the factor in this browser for 30 days'),
})
const journal = ['session.created', 'sign-in.refused', 'trusted-device.added'] as const

export function twoFactorRoutes({ post }: Calls, ctx: Context): void {
  post('/two-factor/enable', 'enableTwoFactor', 'Start to set up an authenticator app; verify-totp enables it', {
    errors: ['INVALID_PASSWORD', 'OTP_NOT_CONFIGURED', 'SESSION_IS_NOT_FRESH', 'TOTP_ALREADY_ENABLED', 'UNAUTHORIZED'],
    journal: 'It changes nothing yet',
    body: ownerBody.extend({
      issuer: z.string().max(100).optional().describe('Shown by the app, otherwise PRODUCT_NAME'),
      method: z.enum(['totp', 'otp']).optional(),
    }),
    returns: z.object({ method: z.literal('totp'), totpURI: z.string(), backupCodes: z.array(z.string()) }),
    async handler(request) {
      const active = await requireSession(ctx, request)
      const { password, issuer, method } = request.body
      await requireOwner(ctx, active, password)
      if (method === 'otp') throw new ApiError('OTP_NOT_CONFIGURED')
      return startEnabling(ctx, active.user, issuer)
    },
  })

  post('/two-factor/verify-totp', 'verifyTotp', 'Show a code of the app: to sign in, to enable it, or for a step-up', {
    errors: ['BANNED_USER', 'INVALID_CODE', 'INVALID_TWO_FACTOR_COOKIE', 'TOTP_NOT_ENABLED'],
    journal: [...journal, 'two-factor.enabled'],
    body: codeBody,
    returns: z.object({ token: z.string(), user: userSchema }),
    async handler(request) {
      const { code, trustDevice: isTrusting = false } = request.body
      const { user, active } = await showFactor(ctx, request, { kind: 'totp', code, isTrusting, isEntering: true })
      return { token: active?.session.token ?? '', user }
    },
  })

  post('/two-factor/verify-backup-code', 'verifyBackupCode', 'Use up a backup code: to sign in, or for a step-up', {
    errors: ['BACKUP_CODES_NOT_ENABLED', 'BANNED_USER', 'INVALID_BACKUP_CODE', 'INVALID_TWO_FACTOR_COOKIE'],
    journal: [...journal, 'backup-code.used'],
    body: codeBody.extend({ disableSession: z.boolean().optional() }),
    returns: z.object({ token: z.string().optional(), user: userSchema }),
    async handler(request) {
      const { code, trustDevice: isTrusting = false, disableSession = false } = request.body
      const answer = { kind: 'backup-code', code, isTrusting, isEntering: !disableSession } as const
      const { user, active } = await showFactor(ctx, request, answer)
      return { token: active?.session.token, user }
    },
  })
}

/** They weaken or copy the factor, so they need it in this session, shown recently, beside the password. */
export function ownTwoFactorRoutes({ post }: Calls, ctx: Context): void {
  post('/two-factor/disable', 'disableTwoFactor', 'Remove the app, its backup codes and trusted devices', {
    errors: ['INVALID_PASSWORD', 'SESSION_IS_NOT_FRESH', 'UNAUTHORIZED'],
    journal: ['two-factor.disabled'],
    body: ownerBody,
    returns: status,
    async handler(request) {
      const active = await requireSession(ctx, request)
      await requireProvenOwner(ctx, active, request.body.password)
      const user = await disable(ctx, active.user, clientOf(ctx, request))
      setSessionCache(ctx, request, { ...active, user })
      return { status: true }
    },
  })

  post('/two-factor/get-totp-uri', 'getTotpUri', 'Return the secret of the app', {
    errors: ['INVALID_PASSWORD', 'SESSION_IS_NOT_FRESH', 'TOTP_NOT_ENABLED', 'UNAUTHORIZED'],
    journal: 'It only reads',
    body: ownerBody,
    returns: z.object({ totpURI: z.string() }),
    async handler(request) {
      const active = await requireSession(ctx, request)
      await requireProvenOwner(ctx, active, request.body.password)
      return { totpURI: await readUri(ctx, active.user) }
    },
  })

  post('/two-factor/generate-backup-codes', 'generateBackupCodes', 'Replace all backup codes', {
    errors: ['INVALID_PASSWORD', 'SESSION_IS_NOT_FRESH', 'TWO_FACTOR_NOT_ENABLED', 'UNAUTHORIZED'],
    journal: ['backup-codes.renewed'],
    body: ownerBody,
    returns: status.extend({ backupCodes: z.array(z.string()) }),
    async handler(request) {
      const active = await requireSession(ctx, request)
      await requireProvenOwner(ctx, active, request.body.password)
      return { status: true, backupCodes: await renewBackupCodes(ctx, active.user) }
    },
  })
}

export function trustedDeviceRoutes({ get, post }: Calls, ctx: Context): void {
  get('/two-factor/status', 'getTwoFactorStatus', 'Return whether an app is set up, and the trusted devices', {
    errors: ['UNAUTHORIZED'],
    returns: z.object({
      enabled: z.boolean(),
      since: z.date().nullable(),
      backupCodesLeft: z.int(),
      trustedDevices: z.array(trustedDeviceSchema.extend({ current: z.boolean().describe('Whether it is this one') })),
    }),
    async handler(request) {
      const { user } = await requireSession(ctx, request)
      const [own, trustedDevices] = await Promise.all([
        findStatus(ctx, user.id),
        listTrustedDevices(ctx, user.id, readTrustedDevice(ctx, request)),
      ])
      return { enabled: own.since !== null, ...own, trustedDevices }
    },
  })

  post('/two-factor/revoke-trusted-device', 'revokeTrustedDevice', 'Ask for the factor on a device again', {
    errors: ['SESSION_IS_NOT_FRESH', 'TRUSTED_DEVICE_NOT_FOUND', 'UNAUTHORIZED'],
    journal: ['trusted-device.removed'],
    body: z.object({ id: z.string() }),
    returns: status,
    async handler(request) {
      const { user } = await requireStepUp(ctx, request)
      if (!(await removeTrustedDevices(ctx, user.id, request.body.id))) throw new ApiError('TRUSTED_DEVICE_NOT_FOUND')
      return { status: true }
    },
  })

  post('/two-factor/revoke-trusted-devices', 'revokeTrustedDevices', 'Ask for the factor on all devices again', {
    errors: ['SESSION_IS_NOT_FRESH', 'UNAUTHORIZED'],
    journal: ['trusted-device.removed'],
    returns: status,
    async handler(request) {
      const { user } = await requireStepUp(ctx, request)
      await removeTrustedDevices(ctx, user.id)
      return { status: true }
    },
  })
}
