import { type Named, type Violation, makeViolation } from './violation.ts'

/** Nothing reaches everybody unless a person knows that these screens fail. */
export const checkScreens = (version: Named, failing: readonly string[]): Violation[] =>
  failing.map((what) => {
    const symbol = /^The screen at (\S+)|^(\S+)/.exec(what)?.slice(1).find(Boolean) ?? ''
    const why = `has a screen that fails. ${what.replace(/\.?$/, '.')} Repair it, or repeat the command with --even-if-screens-fail.`
    return makeViolation(version, 'SCREEN_FAILS', symbol, why)
  })
