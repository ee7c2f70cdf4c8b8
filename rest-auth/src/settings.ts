import { findAddressProblems } from 'database/hosts.ts'
import { brandSettings } from 'service/brand.ts'
import { list, settings, trueOrFalse, wholeNumber } from 'service/environment.ts'
import { rateLimitSettings } from 'service/rate-limit-settings.ts'
import { trustedOrigins } from 'service/trusted-origin.ts'
import { z } from 'zod'
import { providerIds } from './provider-config.ts'
import { clientLines } from './newer-codes.ts'
import { limitSettings } from './rate-limits.ts'

const maxCookieAge = 400 * 86_400 // RFC 6265bis, section 5.5

const flag = (preset: boolean) => trueOrFalse.default(preset)
const integer = (preset: number, min = 1, max?: number) => wholeNumber(min, max).default(preset)

export const ownSettings = settings(4001, {
  ...brandSettings,
  DATABASE_URL: z
    .string()
    .superRefine((address, check) => findAddressProblems(address).forEach((problem) => check.addIssue(problem)))
    .optional(),
  DATABASE_CONNECTIONS: integer(10, 3, 1000),
  DATABASE_REQUEST_TIMEOUT: integer(4, 1, 60),
  DATABASE_POOLER: z.enum(['transaction'], 'must be "transaction" or unset').optional(),
  DATA_DIR: z.string().default('.data'),
  AUTH_SECRET: list.refine(
    (secrets) => secrets.every((secret) => secret.length >= 32),
    'every secret needs at least 32 characters; a shorter one of an adopted better-auth server can be ADOPTED_SECRET',
  ),
  /** Not a list: better-auth allows commas, and fewer than 32 characters. */
  ADOPTED_SECRET: z.string().optional(),
  ERROR_CODES_OF: z.enum(clientLines, `must be one of ${clientLines.join(', ')}`).default('1.2'),
  TRUSTED_ORIGINS: trustedOrigins,
  MAIL_URL: z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// URL' }).optional(),
  MAIL_FROM: z.string().optional(),
  EMAIL_PASSWORD_ENABLED: flag(true),
  EMAIL_VERIFICATION_ENABLED: flag(true),
  RESET_PASSWORD_ENABLED: flag(true),
  ONE_TIME_TOKEN_CLIENT_REQUESTS: flag(true),
  SIGN_UP_ENABLED: flag(true),
  PASSWORD_MIN_LENGTH: integer(8),
  PASSWORD_MAX_LENGTH: integer(128, 1, 4096),
  EMAIL_VERIFICATION_REQUIRED: flag(false),
  EMAIL_VERIFICATION_SEND_ON_SIGN_UP: flag(true),
  EMAIL_VERIFICATION_EXPIRES_IN: integer(3600),
  EMAIL_VERIFICATION_AUTO_SIGN_IN: flag(false),
  RESET_PASSWORD_EXPIRES_IN: integer(3600),
  RESET_PASSWORD_REVOKES_SESSIONS: flag(true),
  CHANGE_EMAIL_ENABLED: flag(true),
  DELETE_USER_ENABLED: flag(true),
  DELETE_USER_CONFIRM_BY_MAIL: flag(true),
  DELETE_USER_EXPIRES_IN: integer(86_400),
  COOKIE_HOST_PREFIX: flag(false),
  SESSION_EXPIRES_IN: integer(604_800, 1, maxCookieAge),
  SESSION_UPDATE_AGE: integer(86_400, 0),
  SESSION_ABSOLUTE_LIFETIME: wholeNumber(0).optional(),
  SESSION_FRESH_AGE: integer(86_400, 0),
  /** Not in better-auth: change-email, link-social, owners and deleting organizations need a recent sign-in. */
  FRESH_SESSION_REQUIRED: flag(true),
  /** Also for clients: ending sessions and a new username need a recent sign-in. Off, because better-auth needs none. */
  FRESH_SESSION_STRICT: flag(false),
  /** Acts of administrators need a session in which they have shown a second factor. */
  ADMIN_SECOND_FACTOR_REQUIRED: flag(false),
  ONE_TIME_TOKEN_FOR_PAGES: flag(false),
  SESSION_REFRESH_DISABLED: flag(false),
  SESSION_COOKIE_CACHE_MAX_AGE: integer(0, 0, maxCookieAge),
  ACCOUNT_LINKING_ENABLED: flag(true),
  ACCOUNT_LINKING_TRUSTED_PROVIDERS: list.pipe(z.array(z.enum(providerIds, 'names an unknown provider'))),
  USERNAME_MIN_LENGTH: integer(3),
  USERNAME_MAX_LENGTH: integer(30, 1, 255),
  ONE_TIME_TOKEN_EXPIRES_IN: integer(180),
  ORGANIZATION_CREATION_ALLOWED: flag(true),
  ORGANIZATION_LIMIT: integer(100),
  ORGANIZATION_CREATOR_ROLE: z.enum(['owner', 'admin', 'member'], 'must be owner, admin or member').default('owner'),
  ORGANIZATION_MEMBERSHIP_LIMIT: integer(100),
  ORGANIZATION_TEAM_LIMIT: integer(100),
  INVITATION_EXPIRES_IN: integer(172_800),
  INVITATION_REQUIRES_VERIFIED_EMAIL: flag(false),
  TEAMS_REMOVE_LAST_ALLOWED: flag(false),
  JOURNAL_DAYS: integer(365),
  WEBHOOK_ALLOWED_HOSTS: list.transform((hosts) => hosts.map((host) => host.toLowerCase())),
  ...rateLimitSettings,
  AUTH_RATE_LIMITS: limitSettings,
  SOCIAL_STATE_COOKIE: flag(true),
  SOCIAL_DEMO_ORIGIN: z
    .union([z.literal('off'), z.url({ protocol: /^https?$/ })], 'must be an http:// URL or "off"')
    .optional(),
  MICROSOFT_TENANT_ID: z
    .string()
    .regex(/^[\w.-]+$/, 'must be a tenant id, a domain, common, organizations or consumers')
    .default('common'),
  GITLAB_ISSUER: z.url({ protocol: /^https$/, error: 'must be an https:// URL' }).default('https://gitlab.com'),
  APPLE_APP_BUNDLE_IDENTIFIER: list,
})
