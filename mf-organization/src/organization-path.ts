/** Encodes the slug, because slugs from other clients or an adopted database may have any characters. */
export function organizationPath(slug: string): string {
  return `/organizations/${encodeURIComponent(slug)}`
}
