export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A time in ISO 8601 format, in UTC with milliseconds, for example `2026-11-20T21:38:44.712Z`. */
  DateTime: { input: string; output: string; }
  /** An object with arbitrary keys and JSON values. */
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
};

/** The invitation to accept. */
export type AcceptInvitationInput = {
  /** Its id, or the plain id in the emailed link. */
  invitationId: Scalars['ID']['input'];
  /** The token in the emailed link. It also proves that the viewer owns the email. */
  token?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `acceptInvitation`. */
export type AcceptInvitationPayload = {
  __typename?: 'AcceptInvitationPayload';
  /** The invitation as it is now; null if refused. */
  invitation?: Maybe<Invitation>;
  /** The viewer's membership; null if refused. */
  member?: Maybe<Member>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** A person or a program. */
export type Actor = {
  __typename?: 'Actor';
  /** The id of the API key in the REST API and in the audit log; null for a person. */
  keyId?: Maybe<Scalars['ID']['output']>;
  /** `person` or `key`. New releases add kinds. */
  kind: Scalars['String']['output'];
  /** The organization of the key, if it acts in one only; null for others. Those of a person's key are in `viewer`. */
  organization?: Maybe<Organization>;
  /** What the key may do where its person or organization may, such as `team:create`; null for a person. */
  scopes?: Maybe<Array<Scalars['String']['output']>>;
  /** The person, or the one whose key it is; null for a key of an organization. */
  user?: Maybe<User>;
};

/** The team and whom to add. */
export type AddTeamMemberInput = {
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** The team. */
  teamId: Scalars['ID']['input'];
  /** The person, a member of the organization. */
  userId: Scalars['ID']['input'];
};

/** The result of `addTeamMember`. */
export type AddTeamMemberPayload = {
  __typename?: 'AddTeamMemberPayload';
  /** The member as it is now; null if refused. */
  member?: Maybe<Member>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** The team; null if refused. */
  team?: Maybe<Team>;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** A key by which a program acts, for its owner or for an organization. Its text is never shown again. */
export type ApiKey = {
  __typename?: 'ApiKey';
  /** When it was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Its id in the REST API, and for mutations. */
  databaseId: Scalars['ID']['output'];
  /** When it stops working; null for never. */
  expiresAt?: Maybe<Scalars['DateTime']['output']>;
  /** Whether it works until it expires. */
  isEnabled: Scalars['Boolean']['output'];
  /** When a program last used it, to the minute; null before the first time. */
  lastUsedAt?: Maybe<Scalars['DateTime']['output']>;
  /** What it is for. */
  name?: Maybe<Scalars['String']['output']>;
  /** Where it acts. */
  organizationIds: Array<Scalars['ID']['output']>;
  /** What it may do, if its owner may: permissions such as `team:create`. Without any, it only reads its owner's profile. */
  scopes: Array<Scalars['String']['output']>;
  /** Its first characters, to recognize it. */
  start: Scalars['String']['output'];
  /** When it was last changed. */
  updatedAt: Scalars['DateTime']['output'];
};

/** Who made a change. */
export type AuditLogActor = {
  __typename?: 'AuditLogActor';
  /** The present name of that user; null if the account was deleted. */
  actedForName?: Maybe<Scalars['String']['output']>;
  /** The id of the user for whom this administrator acted; null unless it was an impersonation. */
  actedForUserId?: Maybe<Scalars['ID']['output']>;
  /** The URL of the picture, if there is one. */
  image?: Maybe<Scalars['String']['output']>;
  /** `person`, `key` for an API key, or without an account `service`, `command line` or `system`. New releases add kinds. */
  kind: Scalars['String']['output'];
  /** The present name of the person or key; null if it was deleted, and for other kinds. */
  name?: Maybe<Scalars['String']['output']>;
  /** The id of the user; null unless it is a person. */
  userId?: Maybe<Scalars['ID']['output']>;
};

/** A change, as it was written together with what it changed. */
export type AuditLogEntry = {
  __typename?: 'AuditLogEntry';
  /** Who did it. */
  actor: AuditLogActor;
  /** When it happened. */
  at: Scalars['DateTime']['output'];
  /** Its id in the REST API. */
  databaseId: Scalars['ID']['output'];
  /** Ids, roles, slugs and names of fields, by event. Ids are those of the REST API. */
  details: Scalars['JSONObject']['output'];
  /** The invited email; null for other entries and after 90 days. */
  email?: Maybe<Scalars['String']['output']>;
  /** What happened, such as `member.role-changed`. New releases add events. */
  event: Scalars['String']['output'];
  /** Its number in the organization: 1, 2, 3 and so on. */
  position: Scalars['Int']['output'];
  /** The id of the request in the logs; null without a request. */
  requestId?: Maybe<Scalars['String']['output']>;
  /** What it was done to. */
  target: AuditLogTarget;
};

/** A page of an audit log. */
export type AuditLogEntryConnection = {
  __typename?: 'AuditLogEntryConnection';
  /** The items with their cursors. */
  edges: Array<AuditLogEntryEdge>;
  /** For how many days entries are kept. */
  keptDays: Scalars['Int']['output'];
  /** The items without cursors. */
  nodes: Array<AuditLogEntry>;
  /** Information for reading the next or previous page. */
  pageInfo: PageInfo;
};

/** An entry within a connection. */
export type AuditLogEntryEdge = {
  __typename?: 'AuditLogEntryEdge';
  /** The cursor of this item. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: AuditLogEntry;
};

/** Selects entries of an audit log; missing fields select all. */
export type AuditLogFilter = {
  /** Only changes by this person: the id of a user. */
  actorId?: InputMaybe<Scalars['ID']['input']>;
  /** Only these events, such as `member.removed`. */
  events?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Only changes at this time or later. */
  from?: InputMaybe<Scalars['DateTime']['input']>;
  /** Only changes before this time. */
  to?: InputMaybe<Scalars['DateTime']['input']>;
};

/** What a change was made to. */
export type AuditLogTarget = {
  __typename?: 'AuditLogTarget';
  /** Its id in the REST API, also if it no longer exists. */
  databaseId?: Maybe<Scalars['ID']['output']>;
  /** `organization`, `person`, `invitation`, `team` or `key`. New releases add kinds. */
  kind: Scalars['String']['output'];
  /** The present name; null for invitations, and if it no longer exists. */
  name?: Maybe<Scalars['String']['output']>;
};

/** The invitation to cancel. */
export type CancelInvitationInput = {
  /** Its id. */
  invitationId: Scalars['ID']['input'];
};

/** The result of `cancelInvitation`. */
export type CancelInvitationPayload = {
  __typename?: 'CancelInvitationPayload';
  /** The invitation as it is now; null if refused. */
  invitation?: Maybe<Invitation>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The new key. */
export type CreateApiKeyInput = {
  /** When it stops working, 1 to 365; null for never. */
  expiresInDays?: InputMaybe<Scalars['Int']['input']>;
  /** What it is for, 1 to 32 characters. */
  name: Scalars['String']['input'];
  /** The organization that it will belong to. The default is the viewer. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** Where a key of the viewer acts. Not for a key of an organization. */
  organizationIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** What it may do, such as `team:create`. */
  scopes?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** The result of `createApiKey`. */
export type CreateApiKeyPayload = {
  __typename?: 'CreateApiKeyPayload';
  /** The new key; null if refused. */
  apiKey?: Maybe<ApiKey>;
  /** Its text: `acct_…`, for the header `x-api-key`. It is not shown again. */
  key?: Maybe<Scalars['String']['output']>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The new organization. */
export type CreateOrganizationInput = {
  /** Do not change the active organization. */
  keepCurrentActiveOrganization?: InputMaybe<Scalars['Boolean']['input']>;
  /** The URL of a picture. A picture given as a `data:` URL (up to 16 kB, no SVG) is stored and gets a URL of this product. */
  logo?: InputMaybe<Scalars['String']['input']>;
  /** Custom data to store. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** The display name. */
  name: Scalars['String']['input'];
  /** The unique name used in URLs. */
  slug: Scalars['String']['input'];
  /** The name of its first team. The default is the organization's name. */
  teamName?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `createOrganization`. */
export type CreateOrganizationPayload = {
  __typename?: 'CreateOrganizationPayload';
  /** The new organization; null if refused. */
  organization?: Maybe<Organization>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The new role. */
export type CreateRoleInput = {
  /** Create it even if members have the name already, who then get what it grants. Otherwise that fails with `MEMBERS_HAVE_THIS_ROLE`. */
  confirm?: InputMaybe<Scalars['Boolean']['input']>;
  /** All that it grants, such as `team:create`. */
  grants: Array<Scalars['String']['input']>;
  /** Its name for people. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** Its key: at most 32 letters a to z, digits, dots, hyphens and underscores. Capitals become small. */
  name: Scalars['String']['input'];
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
};

/** The result of `createRole`. */
export type CreateRolePayload = {
  __typename?: 'CreateRolePayload';
  /** The query root, to read the state after the change. */
  query: Query;
  /** The new role; null if refused. */
  role?: Maybe<OrganizationRole>;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The new team. */
export type CreateTeamInput = {
  /** The name. */
  name: Scalars['String']['input'];
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
};

/** The result of `createTeam`. */
export type CreateTeamPayload = {
  __typename?: 'CreateTeamPayload';
  /** The query root, to read the state after the change. */
  query: Query;
  /** The new team; null if refused. */
  team?: Maybe<Team>;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The new webhook. */
export type CreateWebhookInput = {
  /** The events to send, such as `member.removed`; null for all. */
  events?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** An https:// URL. Internal addresses are refused. */
  url: Scalars['String']['input'];
};

/** The result of `createWebhook`. */
export type CreateWebhookPayload = {
  __typename?: 'CreateWebhookPayload';
  /** The query root, to read the state after the change. */
  query: Query;
  /** Verifies the signatures: `whsec_…`. It is not shown again. */
  secret?: Maybe<Scalars['String']['output']>;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
  /** The new webhook; null if refused. */
  webhook?: Maybe<Webhook>;
};

/** The key to revoke. */
export type DeleteApiKeyInput = {
  /** The `databaseId` of the key. */
  keyId: Scalars['ID']['input'];
};

/** The result of `deleteApiKey`. */
export type DeleteApiKeyPayload = {
  __typename?: 'DeleteApiKeyPayload';
  /** The `databaseId` of the revoked key; null if refused. */
  deletedApiKeyId?: Maybe<Scalars['ID']['output']>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The organization to delete. */
export type DeleteOrganizationInput = {
  /** Its id. */
  organizationId: Scalars['ID']['input'];
};

/** The result of `deleteOrganization`. */
export type DeleteOrganizationPayload = {
  __typename?: 'DeleteOrganizationPayload';
  /** The id of the deleted organization; null if refused. */
  deletedOrganizationId?: Maybe<Scalars['ID']['output']>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The role to delete. */
export type DeleteRoleInput = {
  /** Its key. */
  name: Scalars['String']['input'];
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
};

/** The result of `deleteRole`. */
export type DeleteRolePayload = {
  __typename?: 'DeleteRolePayload';
  /** The key of the deleted role; null if refused. */
  deletedRoleName?: Maybe<Scalars['String']['output']>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The webhook to delete. */
export type DeleteWebhookInput = {
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** The `databaseId` of the webhook. */
  webhookId: Scalars['ID']['input'];
};

/** The result of `deleteWebhook`. */
export type DeleteWebhookPayload = {
  __typename?: 'DeleteWebhookPayload';
  /** The `databaseId` of the deleted webhook; null if refused. */
  deletedWebhookId?: Maybe<Scalars['ID']['output']>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** An offer of membership to the owner of an email address. */
export type Invitation = Node & {
  __typename?: 'Invitation';
  /** All roles by name that the new member gets, also those that the organization has made. */
  assignedRoles: Array<Scalars['String']['output']>;
  /** When it was created; null for invitations from release 2.0, or if it could not be read. */
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  /** Its id in the REST API and in the path of its page, `/accept-invitation/<id>`, or a stand-in as for `id`. */
  databaseId: Scalars['ID']['output'];
  /** The invited email, in lower case. */
  email: Scalars['String']['output'];
  /** When it expires. */
  expiresAt: Scalars['DateTime']['output'];
  /** The opaque, globally unique id. In lists of an organization, a stand-in for whoever may neither invite nor cancel. */
  id: Scalars['ID']['output'];
  /** The email of the inviter; null if it could not be read or the inviter has not proved to own it. */
  inviterEmail?: Maybe<Scalars['String']['output']>;
  /** The name of the inviter; null if it could not be read. */
  inviterName?: Maybe<Scalars['String']['output']>;
  /** Whether it has expired. */
  isExpired: Scalars['Boolean']['output'];
  /** The name of the organization; null if it could not be read. */
  organizationName?: Maybe<Scalars['String']['output']>;
  /** The slug of the organization; null if it could not be read. */
  organizationSlug?: Maybe<Scalars['String']['output']>;
  /** The built-in roles that the new member gets. `assignedRoles` has all. */
  roles: Array<Role>;
  /** Whether it is pending, and otherwise how it ended. */
  status: InvitationStatus;
  /** The first team that the new member joins. */
  team?: Maybe<Team>;
  /** The teams that the new member joins, if they still exist. */
  teams: Array<Team>;
  /** When its roles, team, status or expiry last changed; null as for `createdAt`. */
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
};


/** An offer of membership to the owner of an email address. */
export type InvitationTeamsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** A page of invitations. */
export type InvitationConnection = {
  __typename?: 'InvitationConnection';
  /** The items with their cursors. */
  edges: Array<InvitationEdge>;
  /** The items without cursors. */
  nodes: Array<Invitation>;
  /** Information for reading the next or previous page. */
  pageInfo: PageInfo;
  /** The number of items on all pages. Counting stops at 10,000, except for all members of an organization. */
  totalCount: Scalars['Int']['output'];
};

/** An invitation within a connection. */
export type InvitationEdge = {
  __typename?: 'InvitationEdge';
  /** The cursor of this item. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: Invitation;
};

/** An order of invitations. */
export type InvitationOrder = {
  /** The direction. */
  direction: OrderDirection;
  /** The field to sort by. */
  field: InvitationOrderField;
};

/** Fields to sort invitations by. */
export const InvitationOrderField = {
  /** The invited email. */
  EMAIL: 'EMAIL',
  /** The time of expiry. */
  EXPIRES_AT: 'EXPIRES_AT'
} as const;

export type InvitationOrderField = typeof InvitationOrderField[keyof typeof InvitationOrderField];
/** An invitation, or why it cannot be shown. */
export type InvitationResult = {
  __typename?: 'InvitationResult';
  /** The invitation; null if refused. */
  invitation?: Maybe<Invitation>;
  /** Why it cannot be shown; empty on success. */
  userErrors: Array<UserError>;
};

/** The status of an invitation. */
export const InvitationStatus = {
  /** Accepted by the invited person, who became a member. */
  ACCEPTED: 'ACCEPTED',
  /** Canceled by the organization. */
  CANCELED: 'CANCELED',
  /** Waiting for the invited person. */
  PENDING: 'PENDING',
  /** Declined by the invited person. */
  REJECTED: 'REJECTED'
} as const;

export type InvitationStatus = typeof InvitationStatus[keyof typeof InvitationStatus];
/** The email to invite, with roles and team. */
export type InviteMemberInput = {
  /** Roles to give by name, also those that the organization has made. They come after `roles`. */
  assignedRoles?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The email to invite. */
  email: Scalars['String']['input'];
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** Renew a pending invitation for this email and send it again. */
  resend?: InputMaybe<Scalars['Boolean']['input']>;
  /** The built-in roles to give. At least one role is required. */
  roles: Array<Role>;
  /** The team to join. */
  teamId?: InputMaybe<Scalars['ID']['input']>;
  /** Several teams to join, at most 100. They come after `teamId`. */
  teamIds?: InputMaybe<Array<Scalars['ID']['input']>>;
};

/** The result of `inviteMember`. */
export type InviteMemberPayload = {
  __typename?: 'InviteMemberPayload';
  /** The invitation; null if refused. */
  invitation?: Maybe<Invitation>;
  /** Whether an email was sent; false if refused or if this address got too many. The invitation is valid without an email. */
  isEmailSent: Scalars['Boolean']['output'];
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The organization to leave. */
export type LeaveOrganizationInput = {
  /** Its id. */
  organizationId: Scalars['ID']['input'];
};

/** The result of `leaveOrganization`. */
export type LeaveOrganizationPayload = {
  __typename?: 'LeaveOrganizationPayload';
  /** The id of the organization that was left; null if refused. */
  leftOrganizationId?: Maybe<Scalars['ID']['output']>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** A person's membership in an organization. */
export type Member = Node & {
  __typename?: 'Member';
  /** All roles by name, such as `admin` or `support`, also those that the organization has made. A name without a role grants nothing. */
  assignedRoles: Array<Scalars['String']['output']>;
  /** When the person became a member. */
  createdAt: Scalars['DateTime']['output'];
  /** Its id in the REST API. */
  databaseId: Scalars['ID']['output'];
  /** Whether the person has a passkey or an authenticator app; null unless the viewer is an owner or admin. */
  hasSecondFactor?: Maybe<Scalars['Boolean']['output']>;
  /** The opaque, globally unique id. */
  id: Scalars['ID']['output'];
  /** The organization; null if it could not be read. */
  organization?: Maybe<Organization>;
  /** The built-in roles. `assignedRoles` has all. */
  roles: Array<Role>;
  /** The first of the member's teams; null if the member is in none. */
  team?: Maybe<Team>;
  /** The member's teams: the first one, then in the order of joining them. */
  teams: Array<Team>;
  /** When the roles or the teams last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** The person. */
  user: User;
};


/** A person's membership in an organization. */
export type MemberTeamsArgs = {
  first?: InputMaybe<Scalars['Int']['input']>;
};

/** Selects one member by exactly one key. */
export type MemberBy =
  /** The email of the person. */
  { email: Scalars['String']['input']; id?: never; }
  |  /** The member's id. */
  { email?: never; id: Scalars['ID']['input']; };

/** A page of members. */
export type MemberConnection = {
  __typename?: 'MemberConnection';
  /** The items with their cursors. */
  edges: Array<MemberEdge>;
  /** The items without cursors. */
  nodes: Array<Member>;
  /** Information for reading the next or previous page. */
  pageInfo: PageInfo;
  /** The number of items on all pages. Counting stops at 10,000, except for all members of an organization. */
  totalCount: Scalars['Int']['output'];
};

/** A member within a connection. */
export type MemberEdge = {
  __typename?: 'MemberEdge';
  /** The cursor of this item. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: Member;
};

/** An order of members. */
export type MemberOrder = {
  /** The direction. */
  direction: OrderDirection;
  /** The field to sort by. */
  field: MemberOrderField;
};

/** Fields to sort members by. */
export const MemberOrderField = {
  /** The time of becoming a member. */
  CREATED_AT: 'CREATED_AT',
  /** The email of the person. */
  EMAIL: 'EMAIL',
  /** The name of the person. */
  NAME: 'NAME'
} as const;

export type MemberOrderField = typeof MemberOrderField[keyof typeof MemberOrderField];
/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type Mutation = {
  __typename?: 'Mutation';
  /** Makes the viewer a member with the roles and team of the invitation, and the organization the active one. */
  acceptInvitation?: Maybe<AcceptInvitationPayload>;
  /** Adds a member of the organization to a team. Only owners can add owners. */
  addTeamMember?: Maybe<AddTeamMemberPayload>;
  /** Cancels an invitation on behalf of the organization. */
  cancelInvitation?: Maybe<CancelInvitationPayload>;
  /** Creates a key of the viewer, or of an organization. Needs a recent sign-in. It is shown only once. */
  createApiKey?: Maybe<CreateApiKeyPayload>;
  /** Creates an organization with the viewer as its first member, and makes it the active one by default. */
  createOrganization?: Maybe<CreateOrganizationPayload>;
  /** Creates a role. Nobody gives more than they have. */
  createRole?: Maybe<CreateRolePayload>;
  /** Creates a team. */
  createTeam?: Maybe<CreateTeamPayload>;
  /** Creates a webhook. Needs a recent sign-in. Its secret is shown only once. */
  createWebhook?: Maybe<CreateWebhookPayload>;
  /** Revokes a key at once. */
  deleteApiKey?: Maybe<DeleteApiKeyPayload>;
  /** Permanently deletes an organization with its members, teams and invitations. */
  deleteOrganization?: Maybe<DeleteOrganizationPayload>;
  /** Deletes a role that no member has and no open invitation offers. */
  deleteRole?: Maybe<DeleteRolePayload>;
  /** Deletes a webhook and what it still had to deliver. */
  deleteWebhook?: Maybe<DeleteWebhookPayload>;
  /** Invites the owner of an email address by email. */
  inviteMember?: Maybe<InviteMemberPayload>;
  /** Ends the viewer's own membership. The last owner cannot leave. */
  leaveOrganization?: Maybe<LeaveOrganizationPayload>;
  /** Sends an event again, with the same id. */
  redeliverWebhook?: Maybe<RedeliverWebhookPayload>;
  /** Declines an invitation. */
  rejectInvitation?: Maybe<RejectInvitationPayload>;
  /** Removes a member from the organization. */
  removeMember?: Maybe<RemoveMemberPayload>;
  /** Removes a team. Its members stay in the organization. */
  removeTeam?: Maybe<RemoveTeamPayload>;
  /** Removes a member from a team, but not from the organization. Only owners can remove owners. */
  removeTeamMember?: Maybe<RemoveTeamMemberPayload>;
  /**
   * Closes an organization to sessions without a second factor after a grace period, or no longer. Only for owners, after a
   * recent sign-in. Without a grace period, the session needs a second factor itself.
   */
  requireSecondFactor?: Maybe<RequireSecondFactorPayload>;
  /** Replaces the secret of a webhook at once. Needs a recent sign-in. */
  rotateWebhookSecret?: Maybe<RotateWebhookSecretPayload>;
  /** Sets the active organization of this session. */
  setActiveOrganization?: Maybe<SetActiveOrganizationPayload>;
  /** Sends the event `webhook.test`. Its outcome is in `webhookDeliveries`, usually a second later. */
  testWebhook?: Maybe<TestWebhookPayload>;
  /** Changes the given fields of a key. Needs a recent sign-in. */
  updateApiKey?: Maybe<UpdateApiKeyPayload>;
  /** Replaces all roles of a member, also those that the organization has made. Nobody gives more than they have; otherwise as `updateMemberRoles`. */
  updateAssignedRoles?: Maybe<UpdateAssignedRolesPayload>;
  /** Replaces the built-in roles of a member; roles that the organization has made stay. Only owners can grant or remove the role owner, and the last owner keeps it. */
  updateMemberRoles?: Maybe<UpdateMemberRolesPayload>;
  /** Moves a member from the first team into another, or out of all teams. Only owners can move owners. */
  updateMemberTeam?: Maybe<UpdateMemberTeamPayload>;
  /**
   * Changes the given fields of an organization. Its last five former slugs keep working and stay reserved, except that
   * anyone who may rename it can use them for another organization.
   */
  updateOrganization?: Maybe<UpdateOrganizationPayload>;
  /** Changes the given fields of a role. A new name also replaces the old one at members and invitations. Only for those who have all that it grants, before and after. */
  updateRole?: Maybe<UpdateRolePayload>;
  /** Renames a team. */
  updateTeam?: Maybe<UpdateTeamPayload>;
  /** Changes the given fields of a webhook. Needs a recent sign-in. Enabled again, it also gets what happened meanwhile. */
  updateWebhook?: Maybe<UpdateWebhookPayload>;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationAcceptInvitationArgs = {
  input: AcceptInvitationInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationAddTeamMemberArgs = {
  input: AddTeamMemberInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationCancelInvitationArgs = {
  input: CancelInvitationInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationCreateApiKeyArgs = {
  input: CreateApiKeyInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationCreateOrganizationArgs = {
  input: CreateOrganizationInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationCreateRoleArgs = {
  input: CreateRoleInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationCreateTeamArgs = {
  input: CreateTeamInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationCreateWebhookArgs = {
  input: CreateWebhookInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationDeleteApiKeyArgs = {
  input: DeleteApiKeyInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationDeleteOrganizationArgs = {
  input: DeleteOrganizationInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationDeleteRoleArgs = {
  input: DeleteRoleInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationDeleteWebhookArgs = {
  input: DeleteWebhookInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationInviteMemberArgs = {
  input: InviteMemberInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationLeaveOrganizationArgs = {
  input: LeaveOrganizationInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationRedeliverWebhookArgs = {
  input: RedeliverWebhookInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationRejectInvitationArgs = {
  input: RejectInvitationInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationRemoveMemberArgs = {
  input: RemoveMemberInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationRemoveTeamArgs = {
  input: RemoveTeamInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationRemoveTeamMemberArgs = {
  input: RemoveTeamMemberInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationRequireSecondFactorArgs = {
  input: RequireSecondFactorInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationRotateWebhookSecretArgs = {
  input: RotateWebhookSecretInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationSetActiveOrganizationArgs = {
  input: SetActiveOrganizationInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationTestWebhookArgs = {
  input: TestWebhookInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationUpdateApiKeyArgs = {
  input: UpdateApiKeyInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationUpdateAssignedRolesArgs = {
  input: UpdateAssignedRolesInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationUpdateMemberRolesArgs = {
  input: UpdateMemberRolesInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationUpdateMemberTeamArgs = {
  input: UpdateMemberTeamInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationUpdateOrganizationArgs = {
  input: UpdateOrganizationInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationUpdateRoleArgs = {
  input: UpdateRoleInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationUpdateTeamArgs = {
  input: UpdateTeamInput;
};


/** The mutation root. The fields of one document run one after another; a failed one is null and has an error. */
export type MutationUpdateWebhookArgs = {
  input: UpdateWebhookInput;
};

/** An order of organizations or teams. */
export type NamedOrder = {
  /** The direction. */
  direction: OrderDirection;
  /** The field to sort by. */
  field: NamedOrderField;
};

/** Fields to sort organizations and teams by. */
export const NamedOrderField = {
  /** The time of creation; for the viewer's organizations the time of becoming a member. */
  CREATED_AT: 'CREATED_AT',
  /** The name. */
  NAME: 'NAME'
} as const;

export type NamedOrderField = typeof NamedOrderField[keyof typeof NamedOrderField];
/** An object with a globally unique id. */
export type Node = {
  /** The opaque, globally unique id of this object. */
  id: Scalars['ID']['output'];
};

/** A sort direction. */
export const OrderDirection = {
  /** Smallest or oldest first. */
  ASC: 'ASC',
  /** Largest or newest first. */
  DESC: 'DESC'
} as const;

export type OrderDirection = typeof OrderDirection[keyof typeof OrderDirection];
/** A group of people with roles, teams and invitations. */
export type Organization = Node & {
  __typename?: 'Organization';
  /** The keys of the organization, newest first, for members who have the grant `key:manage`: owners. */
  apiKeys?: Maybe<Array<ApiKey>>;
  /**
   * The changes of the organization, its members, invitations and teams, newest first, for members with the permission
   * `AUDIT_READ`. Entries newer than a page are those `before` its `startCursor`; reading them with `last` misses none.
   */
  auditLog?: Maybe<AuditLogEntryConnection>;
  /** The roles that every organization has: owner, admin and member. Owners have all permissions that exist. */
  builtInRoles?: Maybe<Array<OrganizationRole>>;
  /** When it was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Its id in the REST API, in sessions and in the tokens of remotes' services. */
  databaseId: Scalars['ID']['output'];
  /** The opaque, globally unique id. */
  id: Scalars['ID']['output'];
  /** The invitations that the viewer may see. */
  invitations?: Maybe<InvitationConnection>;
  /** Whether it is the active organization of the viewer's session. */
  isActive: Scalars['Boolean']['output'];
  /** The URL of a picture. A picture that was set as a `data:` URL has a URL of this product. */
  logo?: Maybe<Scalars['String']['output']>;
  /** The members. */
  members?: Maybe<MemberConnection>;
  /** Custom data stored with the organization. */
  metadata?: Maybe<Scalars['JSONObject']['output']>;
  /** The display name. */
  name: Scalars['String']['output'];
  /** Whether it is closed to this session until the viewer shows a second factor. Then it has only ids, name, slug and `createdAt`. */
  needsSecondFactor: Scalars['Boolean']['output'];
  /** The permissions that remotes bring and roles can grant; null if the viewer may not read roles. */
  remotePermissions?: Maybe<Array<RemotePermission>>;
  /** The roles that the organization has made, beside owner, admin and member; null if the viewer may not read them. */
  roles?: Maybe<Array<OrganizationRole>>;
  /** From when on it is closed to sessions without a second factor; null if it requires none or is closed to this one. */
  secondFactorRequiredAt?: Maybe<Scalars['DateTime']['output']>;
  /** The unique name used in URLs. */
  slug: Scalars['String']['output'];
  /** The teams. */
  teams?: Maybe<TeamConnection>;
  /** When its name, slug, logo or metadata last changed. */
  updatedAt: Scalars['DateTime']['output'];
  /** All permissions of the viewer in it, also those that are not in the enum, such as `ac:create`. */
  viewerGrants?: Maybe<Array<Scalars['String']['output']>>;
  /** Whether the viewer's roles together grant all of these. */
  viewerHasGrants?: Maybe<Scalars['Boolean']['output']>;
  /** Whether the viewer's roles together grant all of these permissions. */
  viewerHasPermissions?: Maybe<Scalars['Boolean']['output']>;
  /** The viewer's own membership. */
  viewerMembership?: Maybe<Member>;
  /** All permissions of the viewer in it. */
  viewerPermissions?: Maybe<Array<Permission>>;
  /** The deliveries of the last week to one of them, newest first, for the same members. Only from the start, with `first` and `after`. */
  webhookDeliveries?: Maybe<WebhookDeliveryConnection>;
  /** The URLs that events of the organization are sent to, at most 20, for members who have the grant `webhook:manage`: owners. */
  webhooks?: Maybe<Array<Webhook>>;
};


/** A group of people with roles, teams and invitations. */
export type OrganizationAuditLogArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<AuditLogFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A group of people with roles, teams and invitations. */
export type OrganizationInvitationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<InvitationOrder>;
  query?: InputMaybe<Scalars['String']['input']>;
  status?: InputMaybe<InvitationStatus>;
};


/** A group of people with roles, teams and invitations. */
export type OrganizationMembersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  assignedRole?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  hasSecondFactor?: InputMaybe<Scalars['Boolean']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<MemberOrder>;
  query?: InputMaybe<Scalars['String']['input']>;
  role?: InputMaybe<Role>;
  teamId?: InputMaybe<Scalars['ID']['input']>;
};


/** A group of people with roles, teams and invitations. */
export type OrganizationTeamsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<NamedOrder>;
  query?: InputMaybe<Scalars['String']['input']>;
};


/** A group of people with roles, teams and invitations. */
export type OrganizationViewerHasGrantsArgs = {
  grants: Array<Scalars['String']['input']>;
};


/** A group of people with roles, teams and invitations. */
export type OrganizationViewerHasPermissionsArgs = {
  permissions: Array<Permission>;
};


/** A group of people with roles, teams and invitations. */
export type OrganizationWebhookDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  webhookId: Scalars['ID']['input'];
};

/** Selects one organization by exactly one key. */
export type OrganizationBy =
  /** Its global id. */
  { id: Scalars['ID']['input']; slug?: never; }
  |  /** Its slug. */
  { id?: never; slug: Scalars['String']['input']; };

/** A page of organizations. */
export type OrganizationConnection = {
  __typename?: 'OrganizationConnection';
  /** The items with their cursors. */
  edges: Array<OrganizationEdge>;
  /** The items without cursors. */
  nodes: Array<Organization>;
  /** Information for reading the next or previous page. */
  pageInfo: PageInfo;
  /** The number of items on all pages. Counting stops at 10,000, except for all members of an organization. */
  totalCount: Scalars['Int']['output'];
};

/** An organization within a connection. */
export type OrganizationEdge = {
  __typename?: 'OrganizationEdge';
  /** The cursor of this item. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: Organization;
};

/** A role: one that the organization has made, or a built-in one. */
export type OrganizationRole = {
  __typename?: 'OrganizationRole';
  /** All that it grants, such as `team:create`. */
  grants: Array<Scalars['String']['output']>;
  /** Its name for people; null if it has none, as for the built-in ones. */
  label?: Maybe<Scalars['String']['output']>;
  /** The number of members who have it; null if the viewer may not read roles. */
  memberCount?: Maybe<Scalars['Int']['output']>;
  /** Its key, as in `assignedRoles`. */
  name: Scalars['String']['output'];
};

/** The position of a page in its connection. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** The cursor of the last item of this page; null if the page is empty. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether there are items after this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether there are items before this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first item of this page; null if the page is empty. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** A permission that roles grant in an organization. */
export const Permission = {
  /** Read who changed what. */
  AUDIT_READ: 'AUDIT_READ',
  /** Cancel invitations. */
  INVITATION_CANCEL: 'INVITATION_CANCEL',
  /** Invite people. */
  INVITATION_CREATE: 'INVITATION_CREATE',
  /** Add members. */
  MEMBER_CREATE: 'MEMBER_CREATE',
  /** Remove members. */
  MEMBER_DELETE: 'MEMBER_DELETE',
  /** Change the roles of members. */
  MEMBER_UPDATE: 'MEMBER_UPDATE',
  /** Delete the organization. */
  ORGANIZATION_DELETE: 'ORGANIZATION_DELETE',
  /** Change name, slug, logo and metadata. */
  ORGANIZATION_UPDATE: 'ORGANIZATION_UPDATE',
  /** Create teams. */
  TEAM_CREATE: 'TEAM_CREATE',
  /** Remove teams. */
  TEAM_DELETE: 'TEAM_DELETE',
  /** Rename teams. */
  TEAM_UPDATE: 'TEAM_UPDATE'
} as const;

export type Permission = typeof Permission[keyof typeof Permission];
/** The query root. */
export type Query = {
  __typename?: 'Query';
  /** Who makes the request: a person, or a program by an API key; null without credentials. */
  actor?: Maybe<Actor>;
  /** A pending invitation for the viewer's email; null if it could not be read. */
  invitation?: Maybe<InvitationResult>;
  /** Whether this slug is available; null if that is unknown. */
  isOrganizationSlugAvailable?: Maybe<Scalars['Boolean']['output']>;
  /** The object with this id; null if it does not exist or the viewer may not see it. */
  node?: Maybe<Node>;
  /** The objects with these ids, in the same order; null for each that does not exist or that the viewer may not see. */
  nodes?: Maybe<Array<Maybe<Node>>>;
  /** The organization; null if it does not exist or the viewer is not a member. Its last five former slugs also work. */
  organization?: Maybe<Organization>;
  /** Whether this slug is available, with similar ones that are; null if that is unknown. */
  organizationSlug?: Maybe<SlugAvailability>;
  /** The cost of this request, and the rest of the budget. */
  rateLimit: RateLimit;
  /** The signed-in user, or the person of an API key; null for others. */
  viewer?: Maybe<Viewer>;
};


/** The query root. */
export type QueryInvitationArgs = {
  id: Scalars['ID']['input'];
};


/** The query root. */
export type QueryIsOrganizationSlugAvailableArgs = {
  slug: Scalars['String']['input'];
};


/** The query root. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** The query root. */
export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


/** The query root. */
export type QueryOrganizationArgs = {
  by: OrganizationBy;
};


/** The query root. */
export type QueryOrganizationSlugArgs = {
  slug: Scalars['String']['input'];
};

/**
 * The cost of a request and its budget, which belongs to the viewer or, without a session, to the IP address. A request that
 * costs too much fails with `COST_LIMIT_EXCEEDED`. Once the budget is used up, requests fail with `RATE_LIMITED` and `retryAfter`
 * in seconds, unless `isEnforced` is false. Each response has the same values in the headers `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset`.
 */
export type RateLimit = {
  __typename?: 'RateLimit';
  /**
   * The maximum number of objects in the response. Each connection counts the size of its page, times the sizes of the
   * connections around it. The budget is charged at least 100.
   */
  cost: Scalars['Int']['output'];
  /** Whether requests fail once the budget is used up; false in development and for exempt IP addresses. */
  isEnforced: Scalars['Boolean']['output'];
  /** The maximum cost of a request, and the full budget. */
  limit: Scalars['Int']['output'];
  /** The rest of the budget after this request. */
  remaining: Scalars['Int']['output'];
  /** When the budget will be full again without further requests. */
  resetAt: Scalars['DateTime']['output'];
};

/** The delivery to repeat. */
export type RedeliverWebhookInput = {
  /** The `databaseId` of the delivery. */
  deliveryId: Scalars['ID']['input'];
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** The `databaseId` of the webhook. */
  webhookId: Scalars['ID']['input'];
};

/** The result of `redeliverWebhook`. */
export type RedeliverWebhookPayload = {
  __typename?: 'RedeliverWebhookPayload';
  /** The `databaseId` of the delivery; null if refused. */
  deliveryId?: Maybe<Scalars['ID']['output']>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The invitation to decline. */
export type RejectInvitationInput = {
  /** Its id, or the plain id in the emailed link. */
  invitationId: Scalars['ID']['input'];
  /** The token in the emailed link. */
  token?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `rejectInvitation`. */
export type RejectInvitationPayload = {
  __typename?: 'RejectInvitationPayload';
  /** The invitation as it is now; null if refused. */
  invitation?: Maybe<Invitation>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** A permission that a remote brings. It exists while a released version of the remote declares it. */
export type RemotePermission = {
  __typename?: 'RemotePermission';
  /** Whether the role admin grants it in each organization. */
  isForAdmins: Scalars['Boolean']['output'];
  /** What it permits, for people. In English if there is no text in this language. */
  label: Scalars['String']['output'];
  /** Its name, as in `grants`: `mf-invoices:approve`. */
  name: Scalars['String']['output'];
  /** The name of the remote: `mf-invoices`. */
  remote: Scalars['String']['output'];
};


/** A permission that a remote brings. It exists while a released version of the remote declares it. */
export type RemotePermissionLabelArgs = {
  language?: InputMaybe<Scalars['String']['input']>;
};

/** The member to remove. */
export type RemoveMemberInput = {
  /** The member to remove, by id or email. */
  member: MemberBy;
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
};

/** The result of `removeMember`. */
export type RemoveMemberPayload = {
  __typename?: 'RemoveMemberPayload';
  /** The organization that the member was removed from; null if refused. */
  organization?: Maybe<Organization>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** The id of the removed member; null if refused. */
  removedMemberId?: Maybe<Scalars['ID']['output']>;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The team to remove. */
export type RemoveTeamInput = {
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** The team. */
  teamId: Scalars['ID']['input'];
};

/** The team and whom to remove. */
export type RemoveTeamMemberInput = {
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** The team. */
  teamId: Scalars['ID']['input'];
  /** The person, a member of the team. */
  userId: Scalars['ID']['input'];
};

/** The result of `removeTeamMember`. */
export type RemoveTeamMemberPayload = {
  __typename?: 'RemoveTeamMemberPayload';
  /** The member as it is now; null if refused. */
  member?: Maybe<Member>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** The team; null if refused. */
  team?: Maybe<Team>;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The result of `removeTeam`. */
export type RemoveTeamPayload = {
  __typename?: 'RemoveTeamPayload';
  /** The query root, to read the state after the change. */
  query: Query;
  /** The id of the removed team; null if refused. */
  removedTeamId?: Maybe<Scalars['ID']['output']>;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The organization and whether it requires a second factor. */
export type RequireSecondFactorInput = {
  /** The grace period in days, 0 to 90. The default is 0. */
  graceDays?: InputMaybe<Scalars['Int']['input']>;
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** Whether it requires one. */
  required: Scalars['Boolean']['input'];
};

/** The result of `requireSecondFactor`. */
export type RequireSecondFactorPayload = {
  __typename?: 'RequireSecondFactorPayload';
  /** The organization as it is now; null if refused. */
  organization?: Maybe<Organization>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** A role in an organization. */
export const Role = {
  /** May do everything except delete the organization and appoint owners. */
  ADMIN: 'ADMIN',
  /** May only read. */
  MEMBER: 'MEMBER',
  /** May do everything. Only owners may delete the organization and appoint owners. */
  OWNER: 'OWNER'
} as const;

export type Role = typeof Role[keyof typeof Role];
/** The webhook. */
export type RotateWebhookSecretInput = {
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** The `databaseId` of the webhook. */
  webhookId: Scalars['ID']['input'];
};

/** The result of `rotateWebhookSecret`. */
export type RotateWebhookSecretPayload = {
  __typename?: 'RotateWebhookSecretPayload';
  /** The query root, to read the state after the change. */
  query: Query;
  /** Verifies the signatures from now on. It is not shown again. Null if refused. */
  secret?: Maybe<Scalars['String']['output']>;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The values that the viewer has seen; missing fields may have any value. */
export type SeenOrganizationInput = {
  /** The URL of the picture; null for none. */
  logo?: InputMaybe<Scalars['String']['input']>;
  /** The name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The slug. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** The values that the viewer has seen; missing fields may have any value. */
export type SeenRoleInput = {
  /** All that it grants, in any order. */
  grants?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The name for people; null for none. */
  label?: InputMaybe<Scalars['String']['input']>;
};

/** The organization to make active, by id or slug, or none. */
export type SetActiveOrganizationInput = {
  /** Its id. Without an id and a slug, no organization will be active. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** Its slug, which takes precedence over the id. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `setActiveOrganization`. */
export type SetActiveOrganizationPayload = {
  __typename?: 'SetActiveOrganizationPayload';
  /** The active organization; null if there is none, or if refused. */
  organization?: Maybe<Organization>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The availability of a slug. */
export type SlugAvailability = {
  __typename?: 'SlugAvailability';
  /** Whether an organization of the viewer can use it. */
  isAvailable: Scalars['Boolean']['output'];
  /** Three similar slugs that are available; empty if the slug itself is. */
  suggestions: Array<Scalars['String']['output']>;
};

/** A named group of members. A member can be in several teams. */
export type Team = Node & {
  __typename?: 'Team';
  /** When it was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Its id in the REST API. */
  databaseId: Scalars['ID']['output'];
  /** The opaque, globally unique id. */
  id: Scalars['ID']['output'];
  /** The members of this team. */
  members?: Maybe<MemberConnection>;
  /** The name. */
  name: Scalars['String']['output'];
  /** The organization; null if it could not be read. */
  organization?: Maybe<Organization>;
  /** When its name last changed. */
  updatedAt: Scalars['DateTime']['output'];
};


/** A named group of members. A member can be in several teams. */
export type TeamMembersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<MemberOrder>;
  query?: InputMaybe<Scalars['String']['input']>;
  role?: InputMaybe<Role>;
};

/** A page of teams. */
export type TeamConnection = {
  __typename?: 'TeamConnection';
  /** The items with their cursors. */
  edges: Array<TeamEdge>;
  /** The items without cursors. */
  nodes: Array<Team>;
  /** Information for reading the next or previous page. */
  pageInfo: PageInfo;
  /** The number of items on all pages. Counting stops at 10,000, except for all members of an organization. */
  totalCount: Scalars['Int']['output'];
};

/** A team within a connection. */
export type TeamEdge = {
  __typename?: 'TeamEdge';
  /** The cursor of this item. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: Team;
};

/** The webhook to test. */
export type TestWebhookInput = {
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** The `databaseId` of the webhook. */
  webhookId: Scalars['ID']['input'];
};

/** The result of `testWebhook`. */
export type TestWebhookPayload = {
  __typename?: 'TestWebhookPayload';
  /** The `databaseId` of the delivery; null if refused. */
  deliveryId?: Maybe<Scalars['ID']['output']>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The fields to change; missing fields keep their values. */
export type UpdateApiKeyInput = {
  /** When it stops working, counted from now, 1 to 365; null for never. */
  expiresInDays?: InputMaybe<Scalars['Int']['input']>;
  /** Whether it works. */
  isEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** The `databaseId` of the key. */
  keyId: Scalars['ID']['input'];
  /** A new name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Replaces where a key of the viewer acts. */
  organizationIds?: InputMaybe<Array<Scalars['ID']['input']>>;
  /** Replaces what it may do. */
  scopes?: InputMaybe<Array<Scalars['String']['input']>>;
};

/** The result of `updateApiKey`. */
export type UpdateApiKeyPayload = {
  __typename?: 'UpdateApiKeyPayload';
  /** The key as it is now; null if refused. */
  apiKey?: Maybe<ApiKey>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The member and the new roles. */
export type UpdateAssignedRolesInput = {
  /** All roles of the member by name, at least one. */
  assignedRoles: Array<Scalars['String']['input']>;
  /** Change them only if the member still has exactly these roles, and otherwise fail with `MEMBER_ROLES_HAVE_CHANGED`. */
  expected?: InputMaybe<Array<Scalars['String']['input']>>;
  /** The member. */
  memberId: Scalars['ID']['input'];
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
};

/** The result of `updateAssignedRoles`. */
export type UpdateAssignedRolesPayload = {
  __typename?: 'UpdateAssignedRolesPayload';
  /** The member as it is now; null if refused. */
  member?: Maybe<Member>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The member and the new roles. */
export type UpdateMemberRolesInput = {
  /** Change them only if the member still has exactly these built-in roles, and otherwise fail with `MEMBER_ROLES_HAVE_CHANGED`. */
  expected?: InputMaybe<Array<Role>>;
  /** The member. */
  memberId: Scalars['ID']['input'];
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** All built-in roles of the member, at least one. */
  roles: Array<Role>;
};

/** The result of `updateMemberRoles`. */
export type UpdateMemberRolesPayload = {
  __typename?: 'UpdateMemberRolesPayload';
  /** The member as it is now; null if refused. */
  member?: Maybe<Member>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The member and the team. */
export type UpdateMemberTeamInput = {
  /** The member. */
  memberId: Scalars['ID']['input'];
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** The new team, instead of the first one; null removes the member from all teams. */
  teamId?: InputMaybe<Scalars['ID']['input']>;
};

/** The result of `updateMemberTeam`. */
export type UpdateMemberTeamPayload = {
  __typename?: 'UpdateMemberTeamPayload';
  /** The member as it is now; null if refused. */
  member?: Maybe<Member>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The fields to change; missing fields keep their values. */
export type UpdateOrganizationInput = {
  /** Change it only if these fields still have these values, and otherwise fail with `ORGANIZATION_HAS_CHANGED`. */
  expected?: InputMaybe<SeenOrganizationInput>;
  /** The URL of a new picture, as in `CreateOrganizationInput`; null removes it. */
  logo?: InputMaybe<Scalars['String']['input']>;
  /** Replaces the custom data; null removes it. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** A new name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** A new slug. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** The result of `updateOrganization`. */
export type UpdateOrganizationPayload = {
  __typename?: 'UpdateOrganizationPayload';
  /** The organization as it is now; null if refused. */
  organization?: Maybe<Organization>;
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The fields to change; missing fields keep their values. */
export type UpdateRoleInput = {
  /** As in `CreateRoleInput`, for the new name. */
  confirm?: InputMaybe<Scalars['Boolean']['input']>;
  /** Change it only if these fields still have these values, and otherwise fail with `ROLE_HAS_CHANGED`. */
  expected?: InputMaybe<SeenRoleInput>;
  /** Replaces all that it grants. */
  grants?: InputMaybe<Array<Scalars['String']['input']>>;
  /** A new name for people; null removes it. */
  label?: InputMaybe<Scalars['String']['input']>;
  /** The key of the role. */
  name: Scalars['String']['input'];
  /** A new key. */
  newName?: InputMaybe<Scalars['String']['input']>;
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
};

/** The result of `updateRole`. */
export type UpdateRolePayload = {
  __typename?: 'UpdateRolePayload';
  /** The query root, to read the state after the change. */
  query: Query;
  /** The role as it is now; null if refused. */
  role?: Maybe<OrganizationRole>;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The team and its new name. */
export type UpdateTeamInput = {
  /** Rename it only if this is still its name, and otherwise fail with `TEAM_HAS_CHANGED`. */
  expectedName?: InputMaybe<Scalars['String']['input']>;
  /** The new name. */
  name: Scalars['String']['input'];
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** The team. */
  teamId: Scalars['ID']['input'];
};

/** The result of `updateTeam`. */
export type UpdateTeamPayload = {
  __typename?: 'UpdateTeamPayload';
  /** The query root, to read the state after the change. */
  query: Query;
  /** The team as it is now; null if refused. */
  team?: Maybe<Team>;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
};

/** The fields to change; missing fields keep their values. */
export type UpdateWebhookInput = {
  /** Replaces the events; null for all. */
  events?: InputMaybe<Array<Scalars['String']['input']>>;
  /** Whether events are sent. */
  isEnabled?: InputMaybe<Scalars['Boolean']['input']>;
  /** The organization. The default is the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** A new URL. */
  url?: InputMaybe<Scalars['String']['input']>;
  /** The `databaseId` of the webhook. */
  webhookId: Scalars['ID']['input'];
};

/** The result of `updateWebhook`. */
export type UpdateWebhookPayload = {
  __typename?: 'UpdateWebhookPayload';
  /** The query root, to read the state after the change. */
  query: Query;
  /** Why the change was refused; empty on success. */
  userErrors: Array<UserError>;
  /** The webhook as it is now; null if refused. */
  webhook?: Maybe<Webhook>;
};

/** A person. */
export type User = Node & {
  __typename?: 'User';
  /** When the account was created; null if it could not be read. */
  createdAt?: Maybe<Scalars['DateTime']['output']>;
  /** The id in the REST API, in sessions and in the tokens of remotes' services. */
  databaseId: Scalars['ID']['output'];
  /** The email, in lower case. */
  email: Scalars['String']['output'];
  /** The opaque, globally unique id. */
  id: Scalars['ID']['output'];
  /** The URL of a picture. */
  image?: Maybe<Scalars['String']['output']>;
  /** Whether the person has proved to own the email. Until then it may be somebody else; null if it could not be read. */
  isEmailProved?: Maybe<Scalars['Boolean']['output']>;
  /** The display name. */
  name: Scalars['String']['output'];
  /** When name, email or image last changed; null if it could not be read. */
  updatedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A refusal that the user can understand and act on. */
export type UserError = {
  __typename?: 'UserError';
  /** The reason, for programs. The codes are those of the REST API. */
  code: UserErrorCode;
  /** The limit, if one was reached. */
  limit?: Maybe<Scalars['Int']['output']>;
  /** The reason as an English sentence. Show your own text based on `code`. */
  message: Scalars['String']['output'];
  /** The missing permission, if that is the reason, also if it is not in the enum: `ac:create`. */
  missingGrant?: Maybe<Scalars['String']['output']>;
  /** The invalid input field, for example `["input", "slug"]`; null if there is none. */
  path?: Maybe<Array<Scalars['String']['output']>>;
  /** The missing permission, if that is the reason. */
  permission?: Maybe<Permission>;
};

/** Reasons for a refusal. */
export const UserErrorCode = {
  /** The roles owner, admin and member cannot be deleted. */
  CANNOT_DELETE_A_PRE_DEFINED_ROLE: 'CANNOT_DELETE_A_PRE_DEFINED_ROLE',
  /** There is no such delivery. They are kept for a week. */
  DELIVERY_NOT_FOUND: 'DELIVERY_NOT_FOUND',
  /** The viewer must verify the email first. */
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION: 'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION',
  /** A key is valid for at most 365 days, or forever. */
  EXPIRES_IN_IS_TOO_LARGE: 'EXPIRES_IN_IS_TOO_LARGE',
  /** The invitation could not be read after it was accepted. Try again. */
  FAILED_TO_RETRIEVE_INVITATION: 'FAILED_TO_RETRIEVE_INVITATION',
  /** Names of keys have 1 to 32 characters. */
  INVALID_NAME_LENGTH: 'INVALID_NAME_LENGTH',
  /** No permission is about this: the part before the colon is unknown. */
  INVALID_RESOURCE: 'INVALID_RESOURCE',
  /** A scope is unknown, or keys cannot have it. */
  INVALID_SCOPE: 'INVALID_SCOPE',
  /** The organization has reached the maximum number of pending invitations. */
  INVITATION_LIMIT_REACHED: 'INVITATION_LIMIT_REACHED',
  /** There is no such invitation, or it is no longer pending. */
  INVITATION_NOT_FOUND: 'INVITATION_NOT_FOUND',
  /** The inviter has left the organization. */
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: 'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION',
  /** There is no such key, or the viewer may not see it. */
  KEY_NOT_FOUND: 'KEY_NOT_FOUND',
  /** Members have a role of this name, or open invitations offer it, from before it exists. Use `confirm` to give them what it grants. */
  MEMBERS_HAVE_THIS_ROLE: 'MEMBERS_HAVE_THIS_ROLE',
  /** There is no such member in the organization; for inviteMember and leaveOrganization: the viewer is not a member. */
  MEMBER_NOT_FOUND: 'MEMBER_NOT_FOUND',
  /** The member no longer has the expected roles. Read them, then decide again. */
  MEMBER_ROLES_HAVE_CHANGED: 'MEMBER_ROLES_HAVE_CHANGED',
  /** An organization is required: none was given and none is active. */
  NO_ACTIVE_ORGANIZATION: 'NO_ACTIVE_ORGANIZATION',
  /** No field was given to change. */
  NO_VALUES_TO_UPDATE: 'NO_VALUES_TO_UPDATE',
  /** Another organization has this slug. */
  ORGANIZATION_ALREADY_EXISTS: 'ORGANIZATION_ALREADY_EXISTS',
  /** The organization no longer has the expected values. Read them, then decide again. */
  ORGANIZATION_HAS_CHANGED: 'ORGANIZATION_HAS_CHANGED',
  /** The organization has reached the maximum number of members. */
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: 'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED',
  /** There is no such organization. */
  ORGANIZATION_NOT_FOUND: 'ORGANIZATION_NOT_FOUND',
  /** The role no longer has the expected values. Read it, then decide again. */
  ROLE_HAS_CHANGED: 'ROLE_HAS_CHANGED',
  /** Members have the role, or open invitations offer it. */
  ROLE_IS_ASSIGNED_TO_MEMBERS: 'ROLE_IS_ASSIGNED_TO_MEMBERS',
  /** Another role has this name. */
  ROLE_NAME_IS_ALREADY_TAKEN: 'ROLE_NAME_IS_ALREADY_TAKEN',
  /** There is no such role. */
  ROLE_NOT_FOUND: 'ROLE_NOT_FOUND',
  /** The organization is closed to sessions without a second factor. Let the viewer show one. */
  SECOND_FACTOR_REQUIRED: 'SECOND_FACTOR_REQUIRED',
  /** Appointing or losing an owner, managing webhooks, creating and changing keys, and deleting an organization require a recent sign-in. Let the viewer sign in again, then repeat the call. */
  SESSION_IS_NOT_FRESH: 'SESSION_IS_NOT_FRESH',
  /** The team no longer has the expected name. Read it, then decide again. */
  TEAM_HAS_CHANGED: 'TEAM_HAS_CHANGED',
  /** There is no such team in the organization. */
  TEAM_NOT_FOUND: 'TEAM_NOT_FOUND',
  /** The viewer has sent too many invitations recently. Users with a verified email may send more. */
  TOO_MANY_INVITATIONS: 'TOO_MANY_INVITATIONS',
  /** The viewer or the organization has reached the maximum number of keys. */
  TOO_MANY_KEYS: 'TOO_MANY_KEYS',
  /** The organization has reached the maximum number of roles. */
  TOO_MANY_ROLES: 'TOO_MANY_ROLES',
  /** The organization has reached the maximum number of webhooks. */
  TOO_MANY_WEBHOOKS: 'TOO_MANY_WEBHOOKS',
  /** The last team of an organization cannot be removed. */
  UNABLE_TO_REMOVE_LAST_TEAM: 'UNABLE_TO_REMOVE_LAST_TEAM',
  /** A user with this email is already a member. */
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
  /** There is a pending invitation for this email. Use `resend` to send it again. */
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION',
  /** The viewer is not a member of the organization, or there is no such organization; for addTeamMember and removeTeamMember: or the person. */
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
  /** The person is not in the team. */
  USER_IS_NOT_A_MEMBER_OF_THE_TEAM: 'USER_IS_NOT_A_MEMBER_OF_THE_TEAM',
  /** A field of the input is invalid. */
  VALIDATION_ERROR: 'VALIDATION_ERROR',
  /** The webhook is disabled. Enable it first. */
  WEBHOOK_IS_DISABLED: 'WEBHOOK_IS_DISABLED',
  /** There is no such webhook in the organization. */
  WEBHOOK_NOT_FOUND: 'WEBHOOK_NOT_FOUND',
  /** Webhooks need an https:// URL with a public address. */
  WEBHOOK_URL_IS_NOT_ALLOWED: 'WEBHOOK_URL_IS_NOT_ALLOWED',
  /** The viewer's roles do not permit cancelling this invitation. */
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: 'YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION',
  /** This server does not allow creating organizations. */
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: 'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION',
  /** The viewer's roles do not permit adding members to teams. */
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER: 'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_TEAM_MEMBER',
  /** The viewer's roles do not permit creating roles, or creating this one. */
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE: 'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_ROLE',
  /** The viewer's roles do not permit creating teams. */
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: 'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION',
  /** The viewer's roles do not permit deleting roles, or deleting this one. */
  YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_A_ROLE',
  /** The viewer's roles do not permit removing teams. */
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION',
  /** The viewer's roles do not permit removing this member. */
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
  /** The viewer's roles do not permit deleting the organization. */
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION',
  /** The viewer's roles do not permit removing this team. */
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM',
  /** The viewer's roles do not permit inviting people; for createTeam: the viewer is not a member, or there is no such organization. */
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION',
  /** Only an owner may invite an owner. */
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE',
  /** The viewer's roles do not permit managing keys, or giving them these scopes. */
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_KEYS: 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_KEYS',
  /** The viewer's roles do not permit managing webhooks. */
  YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS: 'YOU_ARE_NOT_ALLOWED_TO_MANAGE_WEBHOOKS',
  /** The viewer's roles do not permit reading the audit log. Only in `extensions.reason` of an error. */
  YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG: 'YOU_ARE_NOT_ALLOWED_TO_READ_THE_AUDIT_LOG',
  /** The viewer's roles do not permit removing members from teams. */
  YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER: 'YOU_ARE_NOT_ALLOWED_TO_REMOVE_A_TEAM_MEMBER',
  /** Only owners may decide whether the organization requires a second factor. */
  YOU_ARE_NOT_ALLOWED_TO_REQUIRE_A_SECOND_FACTOR: 'YOU_ARE_NOT_ALLOWED_TO_REQUIRE_A_SECOND_FACTOR',
  /** The viewer's roles do not permit changing roles, or changing this one. */
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_A_ROLE',
  /** The viewer's roles do not permit changing this member. */
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
  /** The viewer's roles do not permit changing the organization. */
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION',
  /** The viewer's roles do not permit changing this team. */
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM',
  /** The viewer is not a member of the organization, or there is no such organization. */
  YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION: 'YOU_ARE_NOT_A_MEMBER_OF_THIS_ORGANIZATION',
  /** The invitation is for another email. */
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
  /** An organization must keep an owner: this is its last one. */
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
  /** An organization must keep an owner: this is its last one. */
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
  /** The viewer has reached the maximum number of organizations. */
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS',
  /** The organization has reached the maximum number of teams. */
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS: 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_TEAMS',
  /** For createRole: no organization was given and none is active. */
  YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE: 'YOU_MUST_BE_IN_AN_ORGANIZATION_TO_CREATE_A_ROLE'
} as const;

export type UserErrorCode = typeof UserErrorCode[keyof typeof UserErrorCode];
/** The signed-in user, with data that only this user may see. */
export type Viewer = {
  __typename?: 'Viewer';
  /** The viewer's membership in the active organization. */
  activeMembership?: Maybe<Member>;
  /** The active organization of this session; null if there is none, and for an API key. */
  activeOrganization?: Maybe<Organization>;
  /** The viewer's own keys, newest first. */
  apiKeys?: Maybe<Array<ApiKey>>;
  /** The pending invitations for the viewer's email; empty until `isEmailProved`. */
  invitations?: Maybe<InvitationConnection>;
  /** Whether the user has proved to own the email. Until then `invitations` is empty. */
  isEmailProved: Scalars['Boolean']['output'];
  /** Whether a link that was sent to the email has been opened. */
  isEmailVerified: Scalars['Boolean']['output'];
  /** The organizations that the viewer is a member of. */
  organizations?: Maybe<OrganizationConnection>;
  /** The viewer's teams in all organizations, in the order of joining them. */
  teams?: Maybe<TeamConnection>;
  /** The account as others see it. */
  user: User;
};


/** The signed-in user, with data that only this user may see. */
export type ViewerInvitationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** The signed-in user, with data that only this user may see. */
export type ViewerOrganizationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<NamedOrder>;
  query?: InputMaybe<Scalars['String']['input']>;
};


/** The signed-in user, with data that only this user may see. */
export type ViewerTeamsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};

/** A URL that events of the organization are sent to, signed as Standard Webhooks says. */
export type Webhook = {
  __typename?: 'Webhook';
  /** When it was created. */
  createdAt: Scalars['DateTime']['output'];
  /** Its id in the REST API, and for mutations. */
  databaseId: Scalars['ID']['output'];
  /** When a delivery last succeeded. */
  deliveredAt?: Maybe<Scalars['DateTime']['output']>;
  /** When it was disabled; null if it is enabled. */
  disabledAt?: Maybe<Scalars['DateTime']['output']>;
  /** Who disabled it: `owner`, or `system` after a day of failures. */
  disabledBy?: Maybe<Scalars['String']['output']>;
  /** The events that are sent, such as `member.removed`; null for all, also those that new releases add. */
  events?: Maybe<Array<Scalars['String']['output']>>;
  /** When one last failed. */
  failedAt?: Maybe<Scalars['DateTime']['output']>;
  /** Where events are sent. */
  url: Scalars['String']['output'];
};

/** An event that is sent to a webhook, with its last try. */
export type WebhookDelivery = {
  __typename?: 'WebhookDelivery';
  /** The number of tries so far. */
  attempts: Scalars['Int']['output'];
  /** When it was queued. */
  createdAt: Scalars['DateTime']['output'];
  /** The id in its payload and its header `webhook-id`; of the entry in the audit log. */
  databaseId: Scalars['ID']['output'];
  /** How long the last try took, in milliseconds. */
  duration?: Maybe<Scalars['Int']['output']>;
  /** Why the last try failed: `status`, `redirect`, `address`, `dns`, `connection`, `tls` or `timeout`; null if it succeeded. New releases add reasons. */
  error?: Maybe<Scalars['String']['output']>;
  /** What happened, such as `member.removed`. */
  event: Scalars['String']['output'];
  /** When it is tried again; null unless it waits. */
  nextAttemptAt?: Maybe<Scalars['DateTime']['output']>;
  /** The JSON text as it is sent. */
  payload: Scalars['String']['output'];
  /** `waiting`, `delivered` or `failed`. */
  state: Scalars['String']['output'];
  /** The HTTP status of the response; null without one. */
  status?: Maybe<Scalars['Int']['output']>;
  /** The last try; null before the first one. */
  triedAt?: Maybe<Scalars['DateTime']['output']>;
};

/** A page of deliveries. */
export type WebhookDeliveryConnection = {
  __typename?: 'WebhookDeliveryConnection';
  /** The items with their cursors. */
  edges: Array<WebhookDeliveryEdge>;
  /** The items without cursors. */
  nodes: Array<WebhookDelivery>;
  /** Information for reading the next page. */
  pageInfo: PageInfo;
};

/** A delivery within a connection. */
export type WebhookDeliveryEdge = {
  __typename?: 'WebhookDeliveryEdge';
  /** The cursor of this item. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: WebhookDelivery;
};
