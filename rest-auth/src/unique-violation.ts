/** Whether `error` is PostgreSQL's refusal (23505) to put a second row under this unique constraint or index. */
export function isUniqueViolation(error: unknown, constraint: string): boolean {
  return (
    error instanceof Error &&
    Reflect.get(error, 'code') === '23505' &&
    Reflect.get(error, 'constraint_name') === constraint
  )
}
