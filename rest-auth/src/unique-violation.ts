import { ApiError, type ErrorKey } from './errors.ts'

export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof Error &&
    Reflect.get(error, 'code') === '23505' &&
    Reflect.get(error, 'constraint_name') === constraint
  )
}

/** For `catch`: throws `refusal` if the constraint was violated, otherwise the error itself. */
export const refuseIfTaken =
  (constraint: string, refusal: ErrorKey) =>
  (error: unknown): never => {
    throw isUniqueViolation(error, constraint) ? new ApiError(refusal) : error
  }
