import type { CodegenConfig } from '@graphql-codegen/cli'
import { buildSchema } from 'graphql'
import { globSync, readFileSync } from 'node:fs'

const types = {
  useTypeImports: true,
  enumsAsTypes: true,
  emitLegacyCommonJSImports: false,
  importExtension: '.ts' as const,
}
const scalars = { ID: 'string', DateTime: 'string', JSONObject: 'Record<string, unknown>' }

const schemaFiles = 'gateway/src/schema/*.graphql'
const publishedSchema = 'gateway/schema.graphql'

const texts = globSync(schemaFiles).map((file) => readFileSync(file, 'utf8'))
const payloads = Object.keys(buildSchema(texts.join('\n')).getTypeMap()).filter((name) => name.endsWith('Payload'))

/** What the gateway is made of by its schema. `npm run codegen` runs it; the outcome is committed. Remotes: kit/build/documents.ts. */
const config: CodegenConfig = {
  schema: schemaFiles,
  generates: {
    // The schema in one file: what third parties read, and what releases record.
    [publishedSchema]: { plugins: ['schema-ast'], config: { includeDirectives: true } },
    // Alone in its file: what stands below the resolvers may use these types, and the resolvers' types use what stands there.
    'gateway/src/generated/types.ts': {
      plugins: ['typescript'],
      config: { ...types, enumsAsTypes: false, enumsAsConst: true, namingConvention: { enumValues: 'keep' }, scalars },
    },
    'gateway/src/schema/generated/resolvers.ts': {
      plugins: [{ add: { content: "import type * as Types from '../../generated/types.ts'" } }, 'typescript-resolvers'],
      config: {
        ...types,
        scalars,
        namespacedImportName: 'Types',
        contextType: '../../context.ts#GatewayContext',
        mappers: {
          Node: '../../relay/global-id.ts#NodeSource',
          Viewer: '../../sources/viewer.ts#ViewerSource',
          User: '../../sources/viewer.ts#UserSource',
          Organization: '../../sources/organization.ts#OrganizationSource',
          OrganizationConnection: '../../sources/organization.ts#OrganizationConnectionSource',
          Member: '../../sources/member.ts#MemberSource',
          MemberConnection: '../../sources/member.ts#MemberConnectionSource',
          Team: '../../sources/team.ts#TeamSource',
          TeamConnection: '../../sources/team.ts#TeamConnectionSource',
          Invitation: '../../sources/invitation.ts#InvitationSource',
          InvitationConnection: '../../sources/invitation.ts#InvitationConnectionSource',
          ...Object.fromEntries(payloads.map((name) => [name, '../../sources/outcome.ts#Outcome'])),
        },
      },
    },
  },
}
export default config
