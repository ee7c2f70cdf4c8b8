/* eslint-disable */
import * as types from './graphql.ts';
import type { TypedDocumentNode as DocumentNode } from '@graphql-typed-document-node/core';

/**
 * Map of all GraphQL operations in the project.
 *
 * This map has several performance disadvantages:
 * 1. It is not tree-shakeable, so it will include all operations in the project.
 * 2. It is not minifiable, so the string of a GraphQL query will be multiple times inside the bundle.
 * 3. It does not support dead code elimination, so it will add unused operations.
 *
 * Therefore it is highly recommended to use the babel or swc plugin for production.
 * Learn more about it here: https://the-guild.dev/graphql/codegen/plugins/presets/preset-client#reducing-bundle-size
 */
type Documents = {
    "\n  mutation CreateOrganization($input: CreateOrganizationInput!) {\n    createOrganization(input: $input) {\n      organization {\n        id\n        slug\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n": typeof types.CreateOrganizationDocument,
    "\n  query SlugAvailability($slug: String!) {\n    organizationSlug(slug: $slug) {\n      isAvailable\n      suggestions\n    }\n  }\n": typeof types.SlugAvailabilityDocument,
    "\n  mutation InviteMember($input: InviteMemberInput!) {\n    inviteMember(input: $input) {\n      invitation {\n        id\n        expiresAt\n      }\n      isEmailSent\n      userErrors {\n        code\n      }\n    }\n  }\n": typeof types.InviteMemberDocument,
    "\n  mutation CancelInvitation($input: CancelInvitationInput!) {\n    cancelInvitation(input: $input) {\n      invitation {\n        __typename\n        id\n        status\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n": typeof types.CancelInvitationDocument,
    "\n  mutation UpdateMemberTeam($input: UpdateMemberTeamInput!) {\n    updateMemberTeam(input: $input) {\n      member {\n        id\n        team {\n          id\n          name\n        }\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n": typeof types.UpdateMemberTeamDocument,
    "\n  mutation UpdateMemberRoles($input: UpdateMemberRolesInput!) {\n    updateMemberRoles(input: $input) {\n      member {\n        __typename\n        id\n        roles\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n": typeof types.UpdateMemberRolesDocument,
    "\n  mutation RemoveMember($input: RemoveMemberInput!) {\n    removeMember(input: $input) {\n      removedMemberId\n      userErrors {\n        code\n      }\n    }\n  }\n": typeof types.RemoveMemberDocument,
    "\n  query OrganizationMembers(\n    $slug: String!\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $query: String\n    $role: Role\n    $teamId: ID\n    $orderBy: MemberOrder\n  ) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n      members(\n        first: $first\n        after: $after\n        last: $last\n        before: $before\n        query: $query\n        role: $role\n        teamId: $teamId\n        orderBy: $orderBy\n      ) {\n        totalCount\n        pageInfo {\n          hasPreviousPage\n          hasNextPage\n          startCursor\n          endCursor\n        }\n        nodes {\n          id\n          roles\n          team {\n            id\n            name\n          }\n          user {\n            id\n            name\n            email\n            isEmailProved\n            image\n          }\n        }\n      }\n      # Whether somebody is the last one.\n      owners: members(first: 2, role: OWNER) {\n        nodes {\n          id\n        }\n      }\n      invitations(status: PENDING, first: 100) {\n        pageInfo {\n          hasNextPage\n        }\n        nodes {\n          id\n          databaseId\n          email\n          roles\n          status\n          expiresAt\n          isExpired\n          team {\n            id\n            name\n          }\n        }\n      }\n    }\n  }\n": typeof types.OrganizationMembersDocument,
    "\n  query OrganizationFrame($slug: String!) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n    }\n  }\n": typeof types.OrganizationFrameDocument,
    "\n  mutation LeaveOrganization($input: LeaveOrganizationInput!) {\n    leaveOrganization(input: $input) {\n      leftOrganizationId\n      userErrors {\n        code\n      }\n    }\n  }\n": typeof types.LeaveOrganizationDocument,
    "\n  mutation DeleteOrganization($input: DeleteOrganizationInput!) {\n    deleteOrganization(input: $input) {\n      deletedOrganizationId\n      userErrors {\n        code\n      }\n    }\n  }\n": typeof types.DeleteOrganizationDocument,
    "\n  mutation UpdateOrganization($input: UpdateOrganizationInput!) {\n    updateOrganization(input: $input) {\n      organization {\n        ...OrganizationFields\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n": typeof types.UpdateOrganizationDocument,
    "\n  query OrganizationSettings($slug: String!) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n      members(first: 1) {\n        totalCount\n      }\n      owners: members(role: OWNER, first: 1) {\n        totalCount\n      }\n    }\n  }\n": typeof types.OrganizationSettingsDocument,
    "\n  mutation CreateTeam($input: CreateTeamInput!) {\n    createTeam(input: $input) {\n      team {\n        id\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n": typeof types.CreateTeamDocument,
    "\n  mutation UpdateTeam($input: UpdateTeamInput!) {\n    updateTeam(input: $input) {\n      team {\n        id\n        name\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n": typeof types.UpdateTeamDocument,
    "\n  mutation RemoveTeam($input: RemoveTeamInput!) {\n    removeTeam(input: $input) {\n      removedTeamId\n      userErrors {\n        code\n      }\n    }\n  }\n": typeof types.RemoveTeamDocument,
    "\n  query OrganizationTeams($slug: String!, $after: String) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n      viewerMembership {\n        id\n        team {\n          id\n        }\n      }\n      teams(first: 100, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          name\n          members(first: 4, orderBy: { field: NAME, direction: ASC }) {\n            totalCount\n            nodes {\n              id\n              user {\n                id\n                name\n                email\n              }\n            }\n          }\n        }\n      }\n    }\n  }\n": typeof types.OrganizationTeamsDocument,
    "\n  query TeamChoices($organizationId: ID!, $after: String) {\n    organization(by: { id: $organizationId }) {\n      id\n      teams(first: 100, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          name\n        }\n      }\n    }\n  }\n": typeof types.TeamChoicesDocument,
    "\n  mutation SetActiveOrganization($id: ID!) {\n    setActiveOrganization(input: { organizationId: $id }) {\n      userErrors {\n        code\n      }\n    }\n  }\n": typeof types.SetActiveOrganizationDocument,
    "\n  fragment OrganizationFields on Organization {\n    id\n    databaseId\n    name\n    slug\n    logo\n  }\n": typeof types.OrganizationFieldsFragmentDoc,
    "\n  fragment OrganizationFrame on Organization {\n    ...OrganizationFields\n    viewerPermissions\n    viewerMembership {\n      id\n      roles\n    }\n  }\n": typeof types.OrganizationFrameFragmentDoc,
    "\n  query Organizations($after: String) {\n    viewer {\n      user {\n        id\n        email\n      }\n      isEmailProved\n      organizations(first: 100, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          ...OrganizationFields\n          viewerMembership {\n            id\n            roles\n          }\n        }\n      }\n      invitations(first: 3) {\n        totalCount\n        nodes {\n          id\n          organizationName\n          expiresAt\n        }\n      }\n    }\n  }\n": typeof types.OrganizationsDocument,
};
const documents: Documents = {
    "\n  mutation CreateOrganization($input: CreateOrganizationInput!) {\n    createOrganization(input: $input) {\n      organization {\n        id\n        slug\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n": types.CreateOrganizationDocument,
    "\n  query SlugAvailability($slug: String!) {\n    organizationSlug(slug: $slug) {\n      isAvailable\n      suggestions\n    }\n  }\n": types.SlugAvailabilityDocument,
    "\n  mutation InviteMember($input: InviteMemberInput!) {\n    inviteMember(input: $input) {\n      invitation {\n        id\n        expiresAt\n      }\n      isEmailSent\n      userErrors {\n        code\n      }\n    }\n  }\n": types.InviteMemberDocument,
    "\n  mutation CancelInvitation($input: CancelInvitationInput!) {\n    cancelInvitation(input: $input) {\n      invitation {\n        __typename\n        id\n        status\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n": types.CancelInvitationDocument,
    "\n  mutation UpdateMemberTeam($input: UpdateMemberTeamInput!) {\n    updateMemberTeam(input: $input) {\n      member {\n        id\n        team {\n          id\n          name\n        }\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n": types.UpdateMemberTeamDocument,
    "\n  mutation UpdateMemberRoles($input: UpdateMemberRolesInput!) {\n    updateMemberRoles(input: $input) {\n      member {\n        __typename\n        id\n        roles\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n": types.UpdateMemberRolesDocument,
    "\n  mutation RemoveMember($input: RemoveMemberInput!) {\n    removeMember(input: $input) {\n      removedMemberId\n      userErrors {\n        code\n      }\n    }\n  }\n": types.RemoveMemberDocument,
    "\n  query OrganizationMembers(\n    $slug: String!\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $query: String\n    $role: Role\n    $teamId: ID\n    $orderBy: MemberOrder\n  ) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n      members(\n        first: $first\n        after: $after\n        last: $last\n        before: $before\n        query: $query\n        role: $role\n        teamId: $teamId\n        orderBy: $orderBy\n      ) {\n        totalCount\n        pageInfo {\n          hasPreviousPage\n          hasNextPage\n          startCursor\n          endCursor\n        }\n        nodes {\n          id\n          roles\n          team {\n            id\n            name\n          }\n          user {\n            id\n            name\n            email\n            isEmailProved\n            image\n          }\n        }\n      }\n      # Whether somebody is the last one.\n      owners: members(first: 2, role: OWNER) {\n        nodes {\n          id\n        }\n      }\n      invitations(status: PENDING, first: 100) {\n        pageInfo {\n          hasNextPage\n        }\n        nodes {\n          id\n          databaseId\n          email\n          roles\n          status\n          expiresAt\n          isExpired\n          team {\n            id\n            name\n          }\n        }\n      }\n    }\n  }\n": types.OrganizationMembersDocument,
    "\n  query OrganizationFrame($slug: String!) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n    }\n  }\n": types.OrganizationFrameDocument,
    "\n  mutation LeaveOrganization($input: LeaveOrganizationInput!) {\n    leaveOrganization(input: $input) {\n      leftOrganizationId\n      userErrors {\n        code\n      }\n    }\n  }\n": types.LeaveOrganizationDocument,
    "\n  mutation DeleteOrganization($input: DeleteOrganizationInput!) {\n    deleteOrganization(input: $input) {\n      deletedOrganizationId\n      userErrors {\n        code\n      }\n    }\n  }\n": types.DeleteOrganizationDocument,
    "\n  mutation UpdateOrganization($input: UpdateOrganizationInput!) {\n    updateOrganization(input: $input) {\n      organization {\n        ...OrganizationFields\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n": types.UpdateOrganizationDocument,
    "\n  query OrganizationSettings($slug: String!) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n      members(first: 1) {\n        totalCount\n      }\n      owners: members(role: OWNER, first: 1) {\n        totalCount\n      }\n    }\n  }\n": types.OrganizationSettingsDocument,
    "\n  mutation CreateTeam($input: CreateTeamInput!) {\n    createTeam(input: $input) {\n      team {\n        id\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n": types.CreateTeamDocument,
    "\n  mutation UpdateTeam($input: UpdateTeamInput!) {\n    updateTeam(input: $input) {\n      team {\n        id\n        name\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n": types.UpdateTeamDocument,
    "\n  mutation RemoveTeam($input: RemoveTeamInput!) {\n    removeTeam(input: $input) {\n      removedTeamId\n      userErrors {\n        code\n      }\n    }\n  }\n": types.RemoveTeamDocument,
    "\n  query OrganizationTeams($slug: String!, $after: String) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n      viewerMembership {\n        id\n        team {\n          id\n        }\n      }\n      teams(first: 100, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          name\n          members(first: 4, orderBy: { field: NAME, direction: ASC }) {\n            totalCount\n            nodes {\n              id\n              user {\n                id\n                name\n                email\n              }\n            }\n          }\n        }\n      }\n    }\n  }\n": types.OrganizationTeamsDocument,
    "\n  query TeamChoices($organizationId: ID!, $after: String) {\n    organization(by: { id: $organizationId }) {\n      id\n      teams(first: 100, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          name\n        }\n      }\n    }\n  }\n": types.TeamChoicesDocument,
    "\n  mutation SetActiveOrganization($id: ID!) {\n    setActiveOrganization(input: { organizationId: $id }) {\n      userErrors {\n        code\n      }\n    }\n  }\n": types.SetActiveOrganizationDocument,
    "\n  fragment OrganizationFields on Organization {\n    id\n    databaseId\n    name\n    slug\n    logo\n  }\n": types.OrganizationFieldsFragmentDoc,
    "\n  fragment OrganizationFrame on Organization {\n    ...OrganizationFields\n    viewerPermissions\n    viewerMembership {\n      id\n      roles\n    }\n  }\n": types.OrganizationFrameFragmentDoc,
    "\n  query Organizations($after: String) {\n    viewer {\n      user {\n        id\n        email\n      }\n      isEmailProved\n      organizations(first: 100, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          ...OrganizationFields\n          viewerMembership {\n            id\n            roles\n          }\n        }\n      }\n      invitations(first: 3) {\n        totalCount\n        nodes {\n          id\n          organizationName\n          expiresAt\n        }\n      }\n    }\n  }\n": types.OrganizationsDocument,
};

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 *
 *
 * @example
 * ```ts
 * const query = graphql(`query GetUser($id: ID!) { user(id: $id) { name } }`);
 * ```
 *
 * The query argument is unknown!
 * Please regenerate the types.
 */
export function graphql(source: string): unknown;

/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateOrganization($input: CreateOrganizationInput!) {\n    createOrganization(input: $input) {\n      organization {\n        id\n        slug\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateOrganization($input: CreateOrganizationInput!) {\n    createOrganization(input: $input) {\n      organization {\n        id\n        slug\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query SlugAvailability($slug: String!) {\n    organizationSlug(slug: $slug) {\n      isAvailable\n      suggestions\n    }\n  }\n"): (typeof documents)["\n  query SlugAvailability($slug: String!) {\n    organizationSlug(slug: $slug) {\n      isAvailable\n      suggestions\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation InviteMember($input: InviteMemberInput!) {\n    inviteMember(input: $input) {\n      invitation {\n        id\n        expiresAt\n      }\n      isEmailSent\n      userErrors {\n        code\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation InviteMember($input: InviteMemberInput!) {\n    inviteMember(input: $input) {\n      invitation {\n        id\n        expiresAt\n      }\n      isEmailSent\n      userErrors {\n        code\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CancelInvitation($input: CancelInvitationInput!) {\n    cancelInvitation(input: $input) {\n      invitation {\n        __typename\n        id\n        status\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CancelInvitation($input: CancelInvitationInput!) {\n    cancelInvitation(input: $input) {\n      invitation {\n        __typename\n        id\n        status\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateMemberTeam($input: UpdateMemberTeamInput!) {\n    updateMemberTeam(input: $input) {\n      member {\n        id\n        team {\n          id\n          name\n        }\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateMemberTeam($input: UpdateMemberTeamInput!) {\n    updateMemberTeam(input: $input) {\n      member {\n        id\n        team {\n          id\n          name\n        }\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateMemberRoles($input: UpdateMemberRolesInput!) {\n    updateMemberRoles(input: $input) {\n      member {\n        __typename\n        id\n        roles\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateMemberRoles($input: UpdateMemberRolesInput!) {\n    updateMemberRoles(input: $input) {\n      member {\n        __typename\n        id\n        roles\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveMember($input: RemoveMemberInput!) {\n    removeMember(input: $input) {\n      removedMemberId\n      userErrors {\n        code\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveMember($input: RemoveMemberInput!) {\n    removeMember(input: $input) {\n      removedMemberId\n      userErrors {\n        code\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrganizationMembers(\n    $slug: String!\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $query: String\n    $role: Role\n    $teamId: ID\n    $orderBy: MemberOrder\n  ) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n      members(\n        first: $first\n        after: $after\n        last: $last\n        before: $before\n        query: $query\n        role: $role\n        teamId: $teamId\n        orderBy: $orderBy\n      ) {\n        totalCount\n        pageInfo {\n          hasPreviousPage\n          hasNextPage\n          startCursor\n          endCursor\n        }\n        nodes {\n          id\n          roles\n          team {\n            id\n            name\n          }\n          user {\n            id\n            name\n            email\n            isEmailProved\n            image\n          }\n        }\n      }\n      # Whether somebody is the last one.\n      owners: members(first: 2, role: OWNER) {\n        nodes {\n          id\n        }\n      }\n      invitations(status: PENDING, first: 100) {\n        pageInfo {\n          hasNextPage\n        }\n        nodes {\n          id\n          databaseId\n          email\n          roles\n          status\n          expiresAt\n          isExpired\n          team {\n            id\n            name\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query OrganizationMembers(\n    $slug: String!\n    $first: Int\n    $after: String\n    $last: Int\n    $before: String\n    $query: String\n    $role: Role\n    $teamId: ID\n    $orderBy: MemberOrder\n  ) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n      members(\n        first: $first\n        after: $after\n        last: $last\n        before: $before\n        query: $query\n        role: $role\n        teamId: $teamId\n        orderBy: $orderBy\n      ) {\n        totalCount\n        pageInfo {\n          hasPreviousPage\n          hasNextPage\n          startCursor\n          endCursor\n        }\n        nodes {\n          id\n          roles\n          team {\n            id\n            name\n          }\n          user {\n            id\n            name\n            email\n            isEmailProved\n            image\n          }\n        }\n      }\n      # Whether somebody is the last one.\n      owners: members(first: 2, role: OWNER) {\n        nodes {\n          id\n        }\n      }\n      invitations(status: PENDING, first: 100) {\n        pageInfo {\n          hasNextPage\n        }\n        nodes {\n          id\n          databaseId\n          email\n          roles\n          status\n          expiresAt\n          isExpired\n          team {\n            id\n            name\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrganizationFrame($slug: String!) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n    }\n  }\n"): (typeof documents)["\n  query OrganizationFrame($slug: String!) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation LeaveOrganization($input: LeaveOrganizationInput!) {\n    leaveOrganization(input: $input) {\n      leftOrganizationId\n      userErrors {\n        code\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation LeaveOrganization($input: LeaveOrganizationInput!) {\n    leaveOrganization(input: $input) {\n      leftOrganizationId\n      userErrors {\n        code\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation DeleteOrganization($input: DeleteOrganizationInput!) {\n    deleteOrganization(input: $input) {\n      deletedOrganizationId\n      userErrors {\n        code\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation DeleteOrganization($input: DeleteOrganizationInput!) {\n    deleteOrganization(input: $input) {\n      deletedOrganizationId\n      userErrors {\n        code\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateOrganization($input: UpdateOrganizationInput!) {\n    updateOrganization(input: $input) {\n      organization {\n        ...OrganizationFields\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateOrganization($input: UpdateOrganizationInput!) {\n    updateOrganization(input: $input) {\n      organization {\n        ...OrganizationFields\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrganizationSettings($slug: String!) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n      members(first: 1) {\n        totalCount\n      }\n      owners: members(role: OWNER, first: 1) {\n        totalCount\n      }\n    }\n  }\n"): (typeof documents)["\n  query OrganizationSettings($slug: String!) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n      members(first: 1) {\n        totalCount\n      }\n      owners: members(role: OWNER, first: 1) {\n        totalCount\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation CreateTeam($input: CreateTeamInput!) {\n    createTeam(input: $input) {\n      team {\n        id\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation CreateTeam($input: CreateTeamInput!) {\n    createTeam(input: $input) {\n      team {\n        id\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation UpdateTeam($input: UpdateTeamInput!) {\n    updateTeam(input: $input) {\n      team {\n        id\n        name\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation UpdateTeam($input: UpdateTeamInput!) {\n    updateTeam(input: $input) {\n      team {\n        id\n        name\n      }\n      userErrors {\n        code\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation RemoveTeam($input: RemoveTeamInput!) {\n    removeTeam(input: $input) {\n      removedTeamId\n      userErrors {\n        code\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation RemoveTeam($input: RemoveTeamInput!) {\n    removeTeam(input: $input) {\n      removedTeamId\n      userErrors {\n        code\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query OrganizationTeams($slug: String!, $after: String) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n      viewerMembership {\n        id\n        team {\n          id\n        }\n      }\n      teams(first: 100, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          name\n          members(first: 4, orderBy: { field: NAME, direction: ASC }) {\n            totalCount\n            nodes {\n              id\n              user {\n                id\n                name\n                email\n              }\n            }\n          }\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query OrganizationTeams($slug: String!, $after: String) {\n    organization(by: { slug: $slug }) {\n      ...OrganizationFrame\n      viewerMembership {\n        id\n        team {\n          id\n        }\n      }\n      teams(first: 100, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          name\n          members(first: 4, orderBy: { field: NAME, direction: ASC }) {\n            totalCount\n            nodes {\n              id\n              user {\n                id\n                name\n                email\n              }\n            }\n          }\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query TeamChoices($organizationId: ID!, $after: String) {\n    organization(by: { id: $organizationId }) {\n      id\n      teams(first: 100, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          name\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query TeamChoices($organizationId: ID!, $after: String) {\n    organization(by: { id: $organizationId }) {\n      id\n      teams(first: 100, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          id\n          name\n        }\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  mutation SetActiveOrganization($id: ID!) {\n    setActiveOrganization(input: { organizationId: $id }) {\n      userErrors {\n        code\n      }\n    }\n  }\n"): (typeof documents)["\n  mutation SetActiveOrganization($id: ID!) {\n    setActiveOrganization(input: { organizationId: $id }) {\n      userErrors {\n        code\n      }\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment OrganizationFields on Organization {\n    id\n    databaseId\n    name\n    slug\n    logo\n  }\n"): (typeof documents)["\n  fragment OrganizationFields on Organization {\n    id\n    databaseId\n    name\n    slug\n    logo\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  fragment OrganizationFrame on Organization {\n    ...OrganizationFields\n    viewerPermissions\n    viewerMembership {\n      id\n      roles\n    }\n  }\n"): (typeof documents)["\n  fragment OrganizationFrame on Organization {\n    ...OrganizationFields\n    viewerPermissions\n    viewerMembership {\n      id\n      roles\n    }\n  }\n"];
/**
 * The graphql function is used to parse GraphQL queries into a document that can be used by GraphQL clients.
 */
export function graphql(source: "\n  query Organizations($after: String) {\n    viewer {\n      user {\n        id\n        email\n      }\n      isEmailProved\n      organizations(first: 100, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          ...OrganizationFields\n          viewerMembership {\n            id\n            roles\n          }\n        }\n      }\n      invitations(first: 3) {\n        totalCount\n        nodes {\n          id\n          organizationName\n          expiresAt\n        }\n      }\n    }\n  }\n"): (typeof documents)["\n  query Organizations($after: String) {\n    viewer {\n      user {\n        id\n        email\n      }\n      isEmailProved\n      organizations(first: 100, after: $after) {\n        pageInfo {\n          hasNextPage\n          endCursor\n        }\n        nodes {\n          ...OrganizationFields\n          viewerMembership {\n            id\n            roles\n          }\n        }\n      }\n      invitations(first: 3) {\n        totalCount\n        nodes {\n          id\n          organizationName\n          expiresAt\n        }\n      }\n    }\n  }\n"];

export function graphql(source: string) {
  return (documents as any)[source] ?? {};
}

export type DocumentType<TDocumentNode extends DocumentNode<any, any>> = TDocumentNode extends DocumentNode<  infer TType,  any>  ? TType  : never;