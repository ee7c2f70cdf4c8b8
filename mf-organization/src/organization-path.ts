/** Encodes the slug: other clients or an adopted database may allow any characters. */
export function organizationPath(slug: string): string {
  return `/organizations/${encodeURIComponent(slug)}`
}

export const teamPath = (slug: string, teamId: string) =>
  `${organizationPath(slug)}/teams/${encodeURIComponent(teamId)}`
