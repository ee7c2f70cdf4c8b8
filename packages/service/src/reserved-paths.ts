/**
 * First segments of paths that a server of the product handles, so they are no pages: no remote can
 * claim them, and no redirect leads there. So is the first segment of AUTH_BASE_PATH.
 */
export const reservedPaths: readonly string[] = [
  '/.well-known',
  '/api',
  '/assets',
  '/csp-reports',
  '/dev',
  '/favicon.ico',
  '/graphql',
  '/live',
  '/lock',
  '/preview',
  '/ready',
  '/registry',
  '/remotes',
  '/robots.txt',
  '/sdk',
]
