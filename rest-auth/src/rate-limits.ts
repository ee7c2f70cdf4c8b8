import { list } from 'service/environment.ts'

export interface Bound {
  readonly max: number
  readonly window: number
}

/** Calls that guess secrets or send emails, counted in the database. The name is the longest matching path. */
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
  'one-time-token/verify': { max: 3, window: 60 },
  'organization/suggest-slugs': { max: 30, window: 10 },
  'organization/invite-member': { max: 10, window: 60 },
  'organization/accept-invitation': { max: 10, window: 60 },
  'organization/read-mailed-invitation': { max: 30, window: 60 },
} satisfies Record<string, Bound>

/** Everything else: counted by each instance for itself, because it only keeps one client from taking all. */
const ofInstance = {
  'any-path': { max: 100, window: 10 },
  /** All of them together: several clients behind one address do not come near it before `any-path`. */
  'all-paths': { max: 500, window: 10 },
  /** All that a user reads through GraphQL comes by these two; what it may cost the gateway limits. */
  'get-session': { max: 250, window: 10 },
  'organization/batch': { max: 250, window: 10 },
  /** A list of people shows all of theirs at once, and each is cheap. They are not among `all-paths`. */
  pictures: { max: 1000, window: 10 },
} satisfies Record<string, Bound>

/** Wrong passwords from any address (decision 013). After `max` strangers wait longer each time. */
const guesses = {
  guesses: { max: 5, window: 3600 },
  /** In a browser in which the user signed in before. */
  'guesses/known-browser': { max: 10, window: 3600 },
  /** All of one account, known browsers and sessions among them. */
  'guesses/account': { max: 50, window: 3600 },
} satisfies Record<string, Bound>

/** Emails: `max` at once, which come back one by one within the window; always on (decision 012). */
const budgets = {
  /** Of one kind each. */
  'mails-to-account': { max: 5, window: 5 * 3600 },
  /** Of one kind each, for addresses that no account has proved, and invitations. */
  'mails-to-mailbox': { max: 20, window: 20 * 3600 },
  /** Enough for a company. */
  'invitations-by-user': { max: 100, window: 100 * 600 },
  'invitations-by-unverified': { max: 5, window: 86_400 },
} satisfies Record<string, Bound>

export type SharedLimit = keyof typeof shared
export type LimitOfInstance = keyof typeof ofInstance
type GuessLimit = keyof typeof guesses
export type BudgetName = keyof typeof budgets
export type Limits = Readonly<Record<SharedLimit | LimitOfInstance | GuessLimit | BudgetName, Bound>>

const isName = <Names extends object>(names: Names, name: string): name is Extract<keyof Names, string> =>
  Object.hasOwn(names, name)
export const isSharedLimit = (name: string): name is SharedLimit => isName(shared, name)
export const isLimitOfInstance = (name: string): name is LimitOfInstance => isName(ofInstance, name)

export const presets: Limits = { ...shared, ...ofInstance, ...guesses, ...budgets }

/** In seconds: so long the clean-up leaves a counter alone. A budget stays until it is whole. */
const longestWindowOf = (name: string): number => (isName(budgets, name) ? 30 * 86_400 : 3600)

/** AUTH_RATE_LIMITS: `sign-in=10/60, any-path=300/10`, those that are other than preset. */
export const limitSettings = list.transform((entries, check): Limits => {
  const given = entries.flatMap((entry) => {
    const [, name = '', max, window] = /^([\w/-]+)=(\d{1,9})\/(\d{1,9})s?$/.exec(entry) ?? []
    const bound = { max: Number(max), window: Number(window) }
    if (name === '') check.addIssue(`"${entry}" is no limit: name=number/seconds, for instance sign-in=3/10`)
    else if (!Object.hasOwn(presets, name))
      check.addIssue(`"${name}" is not limited by name; these are: ${Object.keys(presets).join(', ')}`)
    else if (bound.max < 1) check.addIssue(`"${entry}" lets nobody in`)
    else if (bound.window < 1 || bound.window > longestWindowOf(name))
      check.addIssue(`"${entry}": the window must be 1 to ${longestWindowOf(name)} seconds`)
    return [{ name, bound }]
  })
  const names = given.map(({ name }) => name).filter(Boolean)
  for (const twice of new Set(names.filter((name, index) => names.indexOf(name) !== index)))
    check.addIssue(`"${twice}" is set twice`)
  const set = Object.fromEntries(given.map(({ name, bound }) => [name, bound]))
  return { ...presets, ...set }
})
