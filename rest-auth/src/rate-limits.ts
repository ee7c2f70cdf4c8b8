import { list } from 'service/environment.ts'

/** At most so many in so many seconds. */
export interface Bound {
  readonly max: number
  readonly window: number
}

/**
 * What guesses secrets or sends mails: counted in the database, over all instances. The name is the path of the calls that it holds for,
 * or the one that they are below; the longest that fits decides.
 */
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

export type SharedLimit = keyof typeof shared
export type LimitOfInstance = keyof typeof ofInstance
export type Limits = Readonly<Record<SharedLimit | LimitOfInstance, Bound>>

const isName = <Names extends object>(names: Names, name: string): name is Extract<keyof Names, string> =>
  Object.hasOwn(names, name)
export const isSharedLimit = (name: string): name is SharedLimit => isName(shared, name)
export const isLimitOfInstance = (name: string): name is LimitOfInstance => isName(ofInstance, name)

export const presets: Limits = { ...shared, ...ofInstance }

const longestWindow = 3600 // so long the clean-up leaves a counter alone

/** AUTH_RATE_LIMITS: `sign-in=10/60, any-path=300/10`, those that are other than preset. */
export const limitSettings = list.transform((entries, check): Limits => {
  const given = entries.flatMap((entry) => {
    const [, name = '', max, window] = /^([\w/-]+)=(\d{1,9})\/(\d{1,9})s?$/.exec(entry) ?? []
    const bound = { max: Number(max), window: Number(window) }
    if (name === '') check.addIssue(`"${entry}" is no limit: name=number/seconds, for instance sign-in=3/10`)
    else if (!Object.hasOwn(presets, name))
      check.addIssue(`"${name}" is not limited by name; these are: ${Object.keys(presets).join(', ')}`)
    else if (bound.max < 1) check.addIssue(`"${entry}" lets nobody in`)
    else if (bound.window < 1 || bound.window > longestWindow)
      check.addIssue(`"${entry}": the window must be 1 to ${longestWindow} seconds`)
    return [{ name, bound }]
  })
  const names = given.map(({ name }) => name)
  for (const twice of new Set(names.filter((name, index) => names.indexOf(name) !== index)))
    check.addIssue(`"${twice}" is set twice`)
  const set = Object.fromEntries(given.map(({ name, bound }) => [name, bound]))
  return { ...presets, ...set }
})
