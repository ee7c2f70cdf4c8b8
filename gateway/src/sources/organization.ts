import type { Connection } from '../relay/connection.ts'
import type { LoadedOrganization } from '../upstream/batch-reader.ts'

/** An organization as the batch read answers it, which names its fields as the schema does, with the parts that came along. */
export type OrganizationSource = LoadedOrganization
export type OrganizationConnectionSource = Connection<OrganizationSource>
