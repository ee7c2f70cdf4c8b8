import type { CodegenConfig } from '@graphql-codegen/cli'

const types = {
  useTypeImports: true,
  enumsAsTypes: true,
  emitLegacyCommonJSImports: false,
  importExtension: '.ts' as const,
}
const scalars = { ID: 'string', DateTime: 'string', JSONObject: 'Record<string, unknown>' }

const payloads = [
  'CreateOrganization', 'UpdateOrganization', 'DeleteOrganization', 'SetActiveOrganization', 'LeaveOrganization',
  'UpdateMemberRoles', 'RemoveMember', 'CreateTeam', 'UpdateTeam', 'RemoveTeam',
  'InviteMember', 'AcceptInvitation', 'RejectInvitation', 'CancelInvitation',
] // prettier-ignore

/** Everything that is made from the GraphQL schema. `npm run codegen` runs it; the outcome is committed. */
const config: CodegenConfig = {
  schema: 'gateway/src/schema/*.graphql',
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
          Node: '../schema/node.ts#NodeSource',
          Viewer: '../schema/viewer.ts#ViewerSource',
          User: '../schema/user.ts#UserSource',
          Organization: '../schema/organization.ts#OrganizationSource',
          OrganizationConnection: '../schema/organization.ts#OrganizationConnectionSource',
          Member: '../schema/member.ts#MemberSource',
          MemberConnection: '../schema/member.ts#MemberConnectionSource',
          Team: '../schema/team.ts#TeamSource',
          TeamConnection: '../schema/team.ts#TeamConnectionSource',
          Invitation: '../schema/invitation.ts#InvitationSource',
          InvitationConnection: '../schema/invitation.ts#InvitationConnectionSource',
          ...Object.fromEntries(payloads.map((name) => [`${name}Payload`, '../schema/payload.ts#Outcome'])),
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
