import type { CodegenConfig } from '@graphql-codegen/cli'
import { typeDefs } from 'gateway/type-defs'
import { buildASTSchema, print } from 'graphql'

const types = {
  useTypeImports: true,
  enumsAsTypes: true,
  emitLegacyCommonJSImports: false,
  importExtension: '.ts' as const,
}
const scalars = { ID: 'string', DateTime: 'string', JSONObject: 'Record<string, unknown>' }

const publishedSchema = 'gateway/schema.graphql'

const typeNames = Object.keys(buildASTSchema(typeDefs).getTypeMap())
const payloads = typeNames.filter((name) => name.endsWith('Payload'))
const sources = typeNames.filter((name) =>
  /^(Node|Viewer|Actor|User|(Organization|Member|Team|Invitation)(Connection)?|AuditLogEntryConnection|WebhookDeliveryConnection|OrganizationRole|RemotePermission)$/.test(
    name,
  ),
)

/** For the gateway. `npm run codegen` runs it; remotes have remote-tools/build/documents.ts. */
const config: CodegenConfig = {
  schema: print(typeDefs),
  generates: {
    // The whole schema, for third parties and for the record of releases.
    [publishedSchema]: { plugins: ['schema-ast'], config: { includeDirectives: true } },
    // Separate, because the types of resolvers import modules that use these types.
    'packages/contract/src/generated/graphql.ts': {
      plugins: ['typescript'],
      config: { ...types, enumsAsTypes: false, enumsAsConst: true, namingConvention: { enumValues: 'keep' }, scalars },
    },
    'gateway/src/schema/generated/resolvers.ts': {
      plugins: [
        { add: { content: "import type * as Types from 'contract/generated/graphql.ts'" } },
        'typescript-resolvers',
      ],
      config: {
        ...types,
        scalars,
        namespacedImportName: 'Types',
        contextType: '../../context.ts#GatewayContext',
        mappers: {
          ...Object.fromEntries(sources.map((name) => [name, `../../sources.ts#${name}Source`])),
          ...Object.fromEntries(payloads.map((name) => [name, '../../sources.ts#Outcome'])),
        },
      },
    },
  },
}
export default config
