export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof Error &&
    Reflect.get(error, 'code') === '23505' &&
    Reflect.get(error, 'constraint_name') === constraint
  )
}
