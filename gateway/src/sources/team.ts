import type { Connection } from '../relay/connection.ts'
import type { BatchAnswer } from '../upstream/rest-auth-client.ts'

export type TeamSource = BatchAnswer['teams'][number]
export type TeamConnectionSource = Connection<TeamSource>
