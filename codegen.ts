import type { CodegenConfig } from '@graphql-codegen/cli'

const schema = 'gateway/src/schema/*.graphql'
const types = { useTypeImports: true, enumsAsTypes: true, emitLegacyCommonJSImports: false, importExtension: '.ts' as const }
const scalars = { ID: 'string', DateTime: 'string', JSONObject: 'Record<string, unknown>' }

/** Everything that is made from the GraphQL schema. `npm run codegen` runs it; the outcome is committed. */
const config: CodegenConfig = {
  schema,
  generates: {
    // The schema in one file: what third parties read, and what a breaking change is measured against.
    'gateway/schema.graphql': { plugins: ['schema-ast'], config: { includeDirectives: true } },
    'gateway/src/generated/resolvers.ts': {
      plugins: ['typescript', 'typescript-resolvers'],
      config: {
        ...types,
        scalars,
        contextType: '../context.ts#GatewayContext',
        mappers: {
          Viewer: '../schema/viewer.ts#ViewerSource',
          User: '../schema/user.ts#UserSource',
          Organization: '../schema/organization.ts#OrganizationSource',
          Member: '../schema/member.ts#MemberSource',
          Team: '../schema/team.ts#TeamSource',
          Invitation: '../schema/invitation.ts#InvitationSource',
        },
      },
    },
    // Typed documents of the remote: leave `documentMode` unset, with `documentNode` the persisted documents come out empty.
    'mf-organization/src/generated/': {
      preset: 'client',
      documents: ['mf-organization/src/**/*.{ts,tsx}', '!mf-organization/src/generated/**'],
      presetConfig: { fragmentMasking: false, persistedDocuments: { hashAlgorithm: 'sha256' } },
      config: { ...types, scalars },
    },
  },
  ignoreNoDocuments: true,
}
export default config
