export interface Update {
  /** The changed versions after a reload, by name; null if the remote would be gone. */
  newer: Record<string, string | null>
  /** A running version was unpublished. */
  isRequired: boolean
}
