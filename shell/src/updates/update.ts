export interface Update {
  /** What the page would get by being loaded anew, by name, of what it would get in another version; null: no version at all. */
  newer: Record<string, string | null>
  /** One of those that it runs must not go on: it was withdrawn, or a later version says so. */
  isRequired: boolean
}
