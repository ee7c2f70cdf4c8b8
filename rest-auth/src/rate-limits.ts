import { list } from 'service/environment.ts'

export interface Bound {
  readonly max: number
  readonly window: number
}

/** Calls that try secrets or send emails, counted in the database by the longest matching name. */
const shared = {
  'sign-in': { max: 3, window: 10 },
  'sign-in/social': { max: 30, window: 10 },
  'sign-up': { max: 3, window: 10 },
  'change-password': { max: 3, window: 10 },
  'change-email': { max: 3, window: 10 },
  'forget-password': { max: 3, window: 60 },
  'reset-password': { max: 3, window: 60 },
  'send-verification-email': { max: 3, window: 60 },
  'delete-user': { max: 3, window: 60 },
  'disown-account': { max: 3, window: 60 },
  'stop-announced-email-change': { max: 3, window: 60 },
  'stop-factor-reset': { max: 3, window: 60 },
  'export-data': { max: 3, window: 60 },
  'one-time-token/verify': { max: 3, window: 60 },
  'passkey/generate-authenticate-options': { max: 30, window: 10 },
  'passkey/verify-authentication': { max: 10, window: 10 },
  'two-factor': { max: 10, window: 10 },
  'organization/suggest-slugs': { max: 30, window: 10 },
  'organization/require-second-factor': { max: 10, window: 60 },
  'organization/invite-member': { max: 10, window: 60 },
  'organization/accept-invitation': { max: 10, window: 60 },
  'organization/read-mailed-invitation': { max: 30, window: 60 },
  'api-key/create': { max: 10, window: 60 },
  'organization/create-webhook': { max: 10, window: 60 },
  'organization/test-webhook': { max: 10, window: 60 },
  'organization/redeliver-webhook': { max: 30, window: 60 },
}

/** Counted per instance, because these limits only protect capacity. */
const ofInstance = {
  'any-path': { max: 100, window: 10 },
  /** Several clients of one IP address reach `any-path` first. */
  'all-paths': { max: 500, window: 10 },
  /** GraphQL reads use these two. The gateway limits their cost. */
  'get-session': { max: 250, window: 10 },
  'organization/batch': { max: 250, window: 10 },
  /** Enough to export 10,000 entries at once. */
  'organization/audit-log': { max: 120, window: 60 },
  /** Cheap, and lists show many at once. Not part of `all-paths`. */
  pictures: { max: 1000, window: 10 },
}

/** Wrong passwords (decision 013). After `max`, strangers wait longer each time. */
const guesses = {
  guesses: { max: 5, window: 3600 },
  'guesses/known-browser': { max: 10, window: 3600 },
  /** Including known browsers and sessions. */
  'guesses/account': { max: 50, window: 3600 },
  /** Wrong codes of second factors, per account and network. After `max`, the wait doubles each time. */
  codes: { max: 5, window: 3600 },
  'codes/known-browser': { max: 10, window: 3600 },
  /** All networks together, without known browsers. */
  'codes/account': { max: 20, window: 3600 },
}

/** Emails, always limited (decision 012). One is available again every `window / max` seconds. */
const budgets = {
  'mails-to-account': { max: 5, window: 5 * 3600 },
  /** For unproved emails and invitations. */
  'mails-to-mailbox': { max: 20, window: 20 * 3600 },
  'invitations-by-user': { max: 100, window: 100 * 600 },
  'invitations-by-unverified': { max: 5, window: 86_400 },
  /** All users together. */
  invitations: { max: 500, window: 3600 },
}

export type SharedLimit = keyof typeof shared
export type LimitOfInstance = keyof typeof ofInstance
type GuessLimit = keyof typeof guesses
export type BudgetName = keyof typeof budgets
export type Limits = Readonly<Record<SharedLimit | LimitOfInstance | GuessLimit | BudgetName, Bound>>

const isName = <Names extends object>(names: Names, name: string): name is Extract<keyof Names, string> =>
  Object.hasOwn(names, name)
export const isSharedLimit = (name: string): name is SharedLimit => isName(shared, name)
export const isLimitOfInstance = (name: string): name is LimitOfInstance => isName(ofInstance, name)

/** Without guesses and budgets. */
export const limitNames = Object.keys({ ...shared, ...ofInstance })

export const defaults: Limits = { ...shared, ...ofInstance, ...guesses, ...budgets }

/** In seconds: the clean-up deletes counters after an hour, but budgets only when full. */
const maxWindowOf = (name: string): number => (isName(budgets, name) ? 30 * 86_400 : 3600)

/** For example `sign-in=10/60, any-path=300/10`. */
export const limitSettings = list.transform((entries, check): Limits => {
  const given = entries.flatMap((entry) => {
    const [, name = '', max, window] = /^([\w/-]+)=(\d{1,9})\/(\d{1,9})s?$/.exec(entry) ?? []
    const bound = { max: Number(max), window: Number(window) }
    if (name === '') check.addIssue(`"${entry}" is not a limit such as sign-in=3/10 (name=number/seconds)`)
    else if (!Object.hasOwn(defaults, name))
      check.addIssue(`unknown limit "${name}"; the limits are ${Object.keys(defaults).join(', ')}`)
    else if (bound.max < 1) check.addIssue(`"${entry}" must allow at least one request`)
    else if (bound.window < 1 || bound.window > maxWindowOf(name))
      check.addIssue(`"${entry}": the window must be 1 to ${maxWindowOf(name)} seconds`)
    return [{ name, bound }]
  })
  const names = given.map(({ name }) => name).filter(Boolean)
  for (const twice of new Set(names.filter((name, index) => names.indexOf(name) !== index)))
    check.addIssue(`"${twice}" is set twice`)
  const set = Object.fromEntries(given.map(({ name, bound }) => [name, bound]))
  return { ...defaults, ...set }
})
