/** PostgreSQL's error 23505 for this constraint or unique index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof Error &&
    Reflect.get(error, 'code') === '23505' &&
    Reflect.get(error, 'constraint_name') === constraint
  )
}
