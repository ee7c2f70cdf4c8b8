import type { paths } from 'rest-auth/openapi'

type ActiveSession = NonNullable<paths['/get-session']['get']['responses'][200]['content']['application/json']>

/** The session of this browser as the server answers it: the secret is in a cookie, which no script can read. */
export type Session = ActiveSession['session']
export type User = ActiveSession['user']
