/** A failure that its message explains fully to the person at the terminal: printed without a stack. */
export class PlainError extends Error {
  override name = 'PlainError'
}
