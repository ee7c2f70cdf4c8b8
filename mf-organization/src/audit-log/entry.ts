import type { AuditLogQuery } from '../generated/graphql.ts'

export type Organization = NonNullable<AuditLogQuery['organization']>
export type Log = NonNullable<Organization['auditLog']>
export type Entry = Log['nodes'][number]
