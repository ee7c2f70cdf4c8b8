// Replaces zod's own texts ("Too small: expected string to have >=1 characters"), which teams would
// read in the output of `remote`. A message of a schema comes first.
import { z } from 'zod'

const types: Record<string, string> = {
  string: 'a string',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}
const units: Record<string, string> = { string: ' characters', array: ' entries' }

const list = (values: readonly unknown[]): string => values.map((value) => JSON.stringify(value)).join(', ')

/** Follows the name of the value: `"label" must be a string`. */
function plainProblem(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `must be ${types[issue.expected] ?? issue.expected}`
    case 'too_small':
      if (issue.origin in units && issue.minimum === 1) return 'must not be empty'
      return `must ${issue.origin in units ? 'have' : 'be'} at least ${issue.minimum}${units[issue.origin] ?? ''}`
    case 'too_big':
      return `must ${issue.origin in units ? 'have' : 'be'} at most ${issue.maximum}${units[issue.origin] ?? ''}`
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${list(issue.values)}`
    case 'unrecognized_keys':
      return `must not contain ${list(issue.keys)}`
    case 'invalid_format':
      return issue.pattern ? `must match ${issue.pattern}` : `must be a valid ${issue.format}`
    default:
      return 'has an unknown form'
  }
}

/** For the whole process. */
export const explainPlainly = (): void => void z.config({ localeError: plainProblem })
