import type { paths } from 'contract/generated/openapi.ts'

type ActiveSession = NonNullable<paths['/get-session']['get']['responses'][200]['content']['application/json']>

export type Session = ActiveSession['session']
export type User = ActiveSession['user']
