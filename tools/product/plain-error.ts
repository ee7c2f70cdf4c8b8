/** Printed without a stack: the message says everything. */
export class PlainError extends Error {
  override name = 'PlainError'
}
