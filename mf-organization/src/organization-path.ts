/** Where an organization is shown. Slugs of other clients, or of a database that was adopted, may hold any characters. */
export function organizationPath(slug: string): string {
  return `/organizations/${encodeURIComponent(slug)}`
}
