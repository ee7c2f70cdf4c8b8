import { ORGANIZATIONS_PATH } from './version-lock.ts'

// Not in version-lock.ts, which guests load.

/** The address of a page of each organization. `path` is that of remote.json, or below it. */
export const inOrganization = (path: string, slug = ':slug'): string => `${ORGANIZATIONS_PATH}/${slug}${path}`

export const withoutOrganization = (pathname: string): string => pathname.replace(/^(\/[^/]+){2}/, '')
