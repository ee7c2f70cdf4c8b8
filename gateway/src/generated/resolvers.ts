import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { NodeSource } from '../schema/node.ts';
import type { ViewerSource } from '../schema/viewer.ts';
import type { UserSource } from '../schema/user.ts';
import type { OrganizationSource, OrganizationConnectionSource } from '../schema/organization.ts';
import type { MemberSource, MemberConnectionSource } from '../schema/member.ts';
import type { TeamSource, TeamConnectionSource } from '../schema/team.ts';
import type { InvitationSource, InvitationConnectionSource } from '../schema/invitation.ts';
import type { Outcome } from '../schema/payload.ts';
import type { GatewayContext } from '../context.ts';
export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  /** A moment as ISO 8601 text in UTC with milliseconds, for instance `2026-11-20T21:38:44.712Z`. */
  DateTime: { input: string; output: string; }
  /** An object of arbitrary keys and JSON values. */
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
};

/** Which invitation to accept. */
export type AcceptInvitationInput = {
  /** Its id, or the plain id that the mailed link carries. */
  invitationId: Scalars['ID']['input'];
  /** The token that the mailed link carries; it proves the e-mail address on the way. */
  token?: InputMaybe<Scalars['String']['input']>;
};

/** The outcome of `acceptInvitation`. */
export type AcceptInvitationPayload = {
  __typename?: 'AcceptInvitationPayload';
  /** The invitation as it is now; null when refused. */
  invitation?: Maybe<Invitation>;
  /** The viewer's membership; null when refused. */
  member?: Maybe<Member>;
  /** Everything readable, as it is after the change. */
  query: Query;
  /** Why it was refused; empty when it was done. */
  userErrors: Array<UserError>;
};

/** Which invitation to withdraw. */
export type CancelInvitationInput = {
  /** Its id. */
  invitationId: Scalars['ID']['input'];
};

/** The outcome of `cancelInvitation`. */
export type CancelInvitationPayload = {
  __typename?: 'CancelInvitationPayload';
  /** The invitation as it is now; null when refused. */
  invitation?: Maybe<Invitation>;
  /** Everything readable, as it is after the change. */
  query: Query;
  /** Why it was refused; empty when it was done. */
  userErrors: Array<UserError>;
};

/** What to create. */
export type CreateOrganizationInput = {
  /** Keep the active organization as it is. */
  keepCurrentActiveOrganization?: InputMaybe<Scalars['Boolean']['input']>;
  /** The address of a picture. */
  logo?: InputMaybe<Scalars['String']['input']>;
  /** Anything to store with it. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** The name shown to people. */
  name: Scalars['String']['input'];
  /** The name used in addresses; unique. */
  slug: Scalars['String']['input'];
};

/** The outcome of `createOrganization`. */
export type CreateOrganizationPayload = {
  __typename?: 'CreateOrganizationPayload';
  /** The new organization; null when refused. */
  organization?: Maybe<Organization>;
  /** Everything readable, as it is after the change. */
  query: Query;
  /** Why it was refused; empty when it was done. */
  userErrors: Array<UserError>;
};

/** What to create. */
export type CreateTeamInput = {
  /** The name. */
  name: Scalars['String']['input'];
  /** The organization; without it, the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
};

/** The outcome of `createTeam`. */
export type CreateTeamPayload = {
  __typename?: 'CreateTeamPayload';
  /** Everything readable, as it is after the change. */
  query: Query;
  /** The new team; null when refused. */
  team?: Maybe<Team>;
  /** Why it was refused; empty when it was done. */
  userErrors: Array<UserError>;
};

/** Which organization to delete. */
export type DeleteOrganizationInput = {
  /** Its id. */
  organizationId: Scalars['ID']['input'];
};

/** The outcome of `deleteOrganization`. */
export type DeleteOrganizationPayload = {
  __typename?: 'DeleteOrganizationPayload';
  /** The id of the organization that is gone; null when refused. */
  deletedOrganizationId?: Maybe<Scalars['ID']['output']>;
  /** Everything readable, as it is after the change. */
  query: Query;
  /** Why it was refused; empty when it was done. */
  userErrors: Array<UserError>;
};

/** An offer of membership to the owner of an e-mail address. */
export type Invitation = Node & {
  __typename?: 'Invitation';
  /** The address that is invited, in lower case. */
  email: Scalars['String']['output'];
  /** Until when it can be accepted. */
  expiresAt: Scalars['DateTime']['output'];
  /** The opaque, globally unique id. */
  id: Scalars['ID']['output'];
  /** The e-mail address of the person who invited; null when it could not be read. */
  inviterEmail?: Maybe<Scalars['String']['output']>;
  /** Whether that moment has passed. */
  isExpired: Scalars['Boolean']['output'];
  /** The name of the organization; null when it could not be read. */
  organizationName?: Maybe<Scalars['String']['output']>;
  /** The slug of the organization; null when it could not be read. */
  organizationSlug?: Maybe<Scalars['String']['output']>;
  /** The roles that accepting it gives. */
  roles: Array<Role>;
  /** What became of it. */
  status: InvitationStatus;
  /** The team that accepting it leads into. */
  team?: Maybe<Team>;
};

/** A page of invitations. */
export type InvitationConnection = {
  __typename?: 'InvitationConnection';
  /** The items, each with its cursor. */
  edges: Array<InvitationEdge>;
  /** The items alone. */
  nodes: Array<Invitation>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many there are over all pages. */
  totalCount: Scalars['Int']['output'];
};

/** An invitation within a connection. */
export type InvitationEdge = {
  __typename?: 'InvitationEdge';
  /** The place of this item. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: Invitation;
};

/** An invitation, or why it is not shown. */
export type InvitationResult = {
  __typename?: 'InvitationResult';
  /** The invitation; null when refused. */
  invitation?: Maybe<Invitation>;
  /** Why it is not shown; empty when it is. */
  userErrors: Array<UserError>;
};

/** What became of an invitation. */
export type InvitationStatus =
  /** Accepted: the person became a member. */
  | 'ACCEPTED'
  /** Withdrawn by the organization. */
  | 'CANCELED'
  /** Not answered. */
  | 'PENDING'
  /** Turned down by the person who was invited. */
  | 'REJECTED';

/** Whom to invite, and as what. */
export type InviteMemberInput = {
  /** The address to invite. */
  email: Scalars['String']['input'];
  /** The organization; without it, the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** Renew a pending invitation for this address and mail it again. */
  resend?: InputMaybe<Scalars['Boolean']['input']>;
  /** The roles to give, at least one. */
  roles: Array<Role>;
  /** The team to lead into. */
  teamId?: InputMaybe<Scalars['ID']['input']>;
};

/** The outcome of `inviteMember`. */
export type InviteMemberPayload = {
  __typename?: 'InviteMemberPayload';
  /** The invitation; null when refused. */
  invitation?: Maybe<Invitation>;
  /** Everything readable, as it is after the change. */
  query: Query;
  /** Why it was refused; empty when it was done. */
  userErrors: Array<UserError>;
};

/** Which organization to leave. */
export type LeaveOrganizationInput = {
  /** Its id. */
  organizationId: Scalars['ID']['input'];
};

/** The outcome of `leaveOrganization`. */
export type LeaveOrganizationPayload = {
  __typename?: 'LeaveOrganizationPayload';
  /** The id of the organization that was left; null when refused. */
  leftOrganizationId?: Maybe<Scalars['ID']['output']>;
  /** Everything readable, as it is after the change. */
  query: Query;
  /** Why it was refused; empty when it was done. */
  userErrors: Array<UserError>;
};

/** A person's membership in an organization. */
export type Member = Node & {
  __typename?: 'Member';
  /** When the person became a member. */
  createdAt: Scalars['DateTime']['output'];
  /** The opaque, globally unique id. */
  id: Scalars['ID']['output'];
  /** The organization; null when it could not be read. */
  organization?: Maybe<Organization>;
  /** The roles, at least one. */
  roles: Array<Role>;
  /** The team; null when the member is in none. */
  team?: Maybe<Team>;
  /** The person. */
  user: User;
};

/** Names one member, by exactly one key. */
export type MemberBy =
  /** The e-mail address of the person. */
  { email: Scalars['String']['input']; id?: never; }
  |  /** The member's id. */
  { email?: never; id: Scalars['ID']['input']; };

/** A page of members. */
export type MemberConnection = {
  __typename?: 'MemberConnection';
  /** The items, each with its cursor. */
  edges: Array<MemberEdge>;
  /** The items alone. */
  nodes: Array<Member>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many there are over all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A member within a connection. */
export type MemberEdge = {
  __typename?: 'MemberEdge';
  /** The place of this item. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: Member;
};

/** An order of members. */
export type MemberOrder = {
  /** In which direction. */
  direction: OrderDirection;
  /** By what. */
  field: MemberOrderField;
};

/** What members can be ordered by. */
export type MemberOrderField =
  /** The moment of becoming a member. */
  | 'CREATED_AT'
  /** The e-mail address of the person. */
  | 'EMAIL'
  /** The name of the person. */
  | 'NAME';

/** The entry points for changing. The fields of one document run one after the other; null stands for one that failed, beside an error. */
export type Mutation = {
  __typename?: 'Mutation';
  /** Makes the viewer a member, as the invitation says, and the organization the active one. */
  acceptInvitation?: Maybe<AcceptInvitationPayload>;
  /** Withdraws an invitation. */
  cancelInvitation?: Maybe<CancelInvitationPayload>;
  /** Creates an organization. The viewer becomes its first member, and it becomes the active one unless asked otherwise. */
  createOrganization?: Maybe<CreateOrganizationPayload>;
  /** Creates a team. */
  createTeam?: Maybe<CreateTeamPayload>;
  /** Deletes an organization with its members, teams and invitations, for good. */
  deleteOrganization?: Maybe<DeleteOrganizationPayload>;
  /** Invites the owner of an e-mail address, by mail. */
  inviteMember?: Maybe<InviteMemberPayload>;
  /** Ends the viewer's own membership. The only owner cannot leave. */
  leaveOrganization?: Maybe<LeaveOrganizationPayload>;
  /** Turns an invitation down. */
  rejectInvitation?: Maybe<RejectInvitationPayload>;
  /** Ends somebody's membership. */
  removeMember?: Maybe<RemoveMemberPayload>;
  /** Removes a team. Its members stay in the organization. */
  removeTeam?: Maybe<RemoveTeamPayload>;
  /** Chooses the organization that this session works in. */
  setActiveOrganization?: Maybe<SetActiveOrganizationPayload>;
  /** Replaces the roles of a member. Only an owner grants or takes the role owner, and the last owner keeps it. */
  updateMemberRoles?: Maybe<UpdateMemberRolesPayload>;
  /** Changes what is given of an organization and keeps the rest. */
  updateOrganization?: Maybe<UpdateOrganizationPayload>;
  /** Renames a team. */
  updateTeam?: Maybe<UpdateTeamPayload>;
};


/** The entry points for changing. The fields of one document run one after the other; null stands for one that failed, beside an error. */
export type MutationAcceptInvitationArgs = {
  input: AcceptInvitationInput;
};


/** The entry points for changing. The fields of one document run one after the other; null stands for one that failed, beside an error. */
export type MutationCancelInvitationArgs = {
  input: CancelInvitationInput;
};


/** The entry points for changing. The fields of one document run one after the other; null stands for one that failed, beside an error. */
export type MutationCreateOrganizationArgs = {
  input: CreateOrganizationInput;
};


/** The entry points for changing. The fields of one document run one after the other; null stands for one that failed, beside an error. */
export type MutationCreateTeamArgs = {
  input: CreateTeamInput;
};


/** The entry points for changing. The fields of one document run one after the other; null stands for one that failed, beside an error. */
export type MutationDeleteOrganizationArgs = {
  input: DeleteOrganizationInput;
};


/** The entry points for changing. The fields of one document run one after the other; null stands for one that failed, beside an error. */
export type MutationInviteMemberArgs = {
  input: InviteMemberInput;
};


/** The entry points for changing. The fields of one document run one after the other; null stands for one that failed, beside an error. */
export type MutationLeaveOrganizationArgs = {
  input: LeaveOrganizationInput;
};


/** The entry points for changing. The fields of one document run one after the other; null stands for one that failed, beside an error. */
export type MutationRejectInvitationArgs = {
  input: RejectInvitationInput;
};


/** The entry points for changing. The fields of one document run one after the other; null stands for one that failed, beside an error. */
export type MutationRemoveMemberArgs = {
  input: RemoveMemberInput;
};


/** The entry points for changing. The fields of one document run one after the other; null stands for one that failed, beside an error. */
export type MutationRemoveTeamArgs = {
  input: RemoveTeamInput;
};


/** The entry points for changing. The fields of one document run one after the other; null stands for one that failed, beside an error. */
export type MutationSetActiveOrganizationArgs = {
  input: SetActiveOrganizationInput;
};


/** The entry points for changing. The fields of one document run one after the other; null stands for one that failed, beside an error. */
export type MutationUpdateMemberRolesArgs = {
  input: UpdateMemberRolesInput;
};


/** The entry points for changing. The fields of one document run one after the other; null stands for one that failed, beside an error. */
export type MutationUpdateOrganizationArgs = {
  input: UpdateOrganizationInput;
};


/** The entry points for changing. The fields of one document run one after the other; null stands for one that failed, beside an error. */
export type MutationUpdateTeamArgs = {
  input: UpdateTeamInput;
};

/** An object with a globally unique id. */
export type Node = {
  /** The opaque, globally unique id of this object. */
  id: Scalars['ID']['output'];
};

/** A direction of an order. */
export type OrderDirection =
  /** Smallest, first or oldest in front. */
  | 'ASC'
  /** Largest, last or newest in front. */
  | 'DESC';

/** A group of people with roles, teams and invitations. */
export type Organization = Node & {
  __typename?: 'Organization';
  /** When it was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The opaque, globally unique id. */
  id: Scalars['ID']['output'];
  /** The invitations that the viewer may see, those that expire last in front. */
  invitations?: Maybe<InvitationConnection>;
  /** Whether the viewer's session works in it. */
  isActive: Scalars['Boolean']['output'];
  /** The address of a picture. */
  logo?: Maybe<Scalars['String']['output']>;
  /** The members. */
  members?: Maybe<MemberConnection>;
  /** Whatever was stored with it. */
  metadata?: Maybe<Scalars['JSONObject']['output']>;
  /** The name shown to people. */
  name: Scalars['String']['output'];
  /** The name used in addresses; unique. */
  slug: Scalars['String']['output'];
  /** The teams, oldest first. */
  teams?: Maybe<TeamConnection>;
  /** Whether one of the viewer's roles grants all of these permissions. */
  viewerHasPermissions?: Maybe<Scalars['Boolean']['output']>;
  /** The viewer's own membership. */
  viewerMembership?: Maybe<Member>;
  /** Everything that the viewer may do in it. */
  viewerPermissions?: Maybe<Array<Permission>>;
};


/** A group of people with roles, teams and invitations. */
export type OrganizationInvitationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  status?: InputMaybe<InvitationStatus>;
};


/** A group of people with roles, teams and invitations. */
export type OrganizationMembersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  orderBy?: InputMaybe<MemberOrder>;
  query?: InputMaybe<Scalars['String']['input']>;
  role?: InputMaybe<Role>;
};


/** A group of people with roles, teams and invitations. */
export type OrganizationTeamsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** A group of people with roles, teams and invitations. */
export type OrganizationViewerHasPermissionsArgs = {
  permissions: Array<Permission>;
};

/** Names one organization, by exactly one of its keys. */
export type OrganizationBy =
  /** Its global id. */
  { id: Scalars['ID']['input']; slug?: never; }
  |  /** Its slug. */
  { id?: never; slug: Scalars['String']['input']; };

/** A page of organizations. */
export type OrganizationConnection = {
  __typename?: 'OrganizationConnection';
  /** The items, each with its cursor. */
  edges: Array<OrganizationEdge>;
  /** The items alone. */
  nodes: Array<Organization>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many there are over all pages. */
  totalCount: Scalars['Int']['output'];
};

/** An organization within a connection. */
export type OrganizationEdge = {
  __typename?: 'OrganizationEdge';
  /** The place of this item. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: Organization;
};

/** Where a page stands within its connection. */
export type PageInfo = {
  __typename?: 'PageInfo';
  /** The cursor of the last item of this page; null when the page is empty. */
  endCursor?: Maybe<Scalars['String']['output']>;
  /** Whether items follow the last one of this page. */
  hasNextPage: Scalars['Boolean']['output'];
  /** Whether items precede the first one of this page. */
  hasPreviousPage: Scalars['Boolean']['output'];
  /** The cursor of the first item of this page; null when the page is empty. */
  startCursor?: Maybe<Scalars['String']['output']>;
};

/** Something that a role may grant within an organization. */
export type Permission =
  /** Cancel invitations. */
  | 'INVITATION_CANCEL'
  /** Invite people. */
  | 'INVITATION_CREATE'
  /** Add members. */
  | 'MEMBER_CREATE'
  /** Remove members. */
  | 'MEMBER_DELETE'
  /** Change the roles of members. */
  | 'MEMBER_UPDATE'
  /** Delete the organization. */
  | 'ORGANIZATION_DELETE'
  /** Change name, slug, logo and metadata. */
  | 'ORGANIZATION_UPDATE'
  /** Create teams. */
  | 'TEAM_CREATE'
  /** Remove teams. */
  | 'TEAM_DELETE'
  /** Rename teams. */
  | 'TEAM_UPDATE';

/** The entry points for reading. */
export type Query = {
  __typename?: 'Query';
  /** A pending invitation for the viewer's e-mail address, as the invited person sees it; null when it could not be read. */
  invitation?: Maybe<InvitationResult>;
  /** Whether an organization could take this slug now; null when it could not be found out. */
  isOrganizationSlugAvailable?: Maybe<Scalars['Boolean']['output']>;
  /** The object with this id; null when there is none, or none that the viewer may see. */
  node?: Maybe<Node>;
  /** The objects with these ids, in the same order; null stands for each that does not exist or may not be seen. */
  nodes?: Maybe<Array<Maybe<Node>>>;
  /** The organization; null when it does not exist or the viewer is not a member of it. */
  organization?: Maybe<Organization>;
  /** What this request costs. */
  rateLimit: RateLimit;
  /** The person whose session the request carries; null without a session. */
  viewer?: Maybe<Viewer>;
};


/** The entry points for reading. */
export type QueryInvitationArgs = {
  id: Scalars['ID']['input'];
};


/** The entry points for reading. */
export type QueryIsOrganizationSlugAvailableArgs = {
  slug: Scalars['String']['input'];
};


/** The entry points for reading. */
export type QueryNodeArgs = {
  id: Scalars['ID']['input'];
};


/** The entry points for reading. */
export type QueryNodesArgs = {
  ids: Array<Scalars['ID']['input']>;
};


/** The entry points for reading. */
export type QueryOrganizationArgs = {
  by: OrganizationBy;
};

/** The cost of a request. A refused one has the code `COST_LIMIT_EXCEEDED`; too many in a short time have `RATE_LIMITED` with `retryAfter` in seconds. */
export type RateLimit = {
  __typename?: 'RateLimit';
  /** How many objects this request may return at most: each connection counts as large as its page, times those around it. */
  cost: Scalars['Int']['output'];
  /** The highest cost that a request may have. */
  limit: Scalars['Int']['output'];
};

/** Which invitation to turn down. */
export type RejectInvitationInput = {
  /** Its id, or the plain id that the mailed link carries. */
  invitationId: Scalars['ID']['input'];
};

/** The outcome of `rejectInvitation`. */
export type RejectInvitationPayload = {
  __typename?: 'RejectInvitationPayload';
  /** The invitation as it is now; null when refused. */
  invitation?: Maybe<Invitation>;
  /** Everything readable, as it is after the change. */
  query: Query;
  /** Why it was refused; empty when it was done. */
  userErrors: Array<UserError>;
};

/** Whose membership to end. */
export type RemoveMemberInput = {
  /** Whom to remove: by id or by e-mail address. */
  member: MemberBy;
  /** The organization; without it, the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
};

/** The outcome of `removeMember`. */
export type RemoveMemberPayload = {
  __typename?: 'RemoveMemberPayload';
  /** The organization that the member was removed from; null when refused. */
  organization?: Maybe<Organization>;
  /** Everything readable, as it is after the change. */
  query: Query;
  /** The id of the membership that ended; null when refused. */
  removedMemberId?: Maybe<Scalars['ID']['output']>;
  /** Why it was refused; empty when it was done. */
  userErrors: Array<UserError>;
};

/** Which team to remove. */
export type RemoveTeamInput = {
  /** The organization; without it, the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** The team. */
  teamId: Scalars['ID']['input'];
};

/** The outcome of `removeTeam`. */
export type RemoveTeamPayload = {
  __typename?: 'RemoveTeamPayload';
  /** Everything readable, as it is after the change. */
  query: Query;
  /** The id of the team that is gone; null when refused. */
  removedTeamId?: Maybe<Scalars['ID']['output']>;
  /** Why it was refused; empty when it was done. */
  userErrors: Array<UserError>;
};

/** What a member is in an organization. */
export type Role =
  /** May do everything but delete the organization and make owners. */
  | 'ADMIN'
  /** May look. */
  | 'MEMBER'
  /** May do everything, and alone may delete the organization and make owners. */
  | 'OWNER';

/** Which organization to make active: by id, by slug, or none. */
export type SetActiveOrganizationInput = {
  /** Its id. With neither id nor slug no organization is active. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** Its slug; goes before the id. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** The outcome of `setActiveOrganization`. */
export type SetActiveOrganizationPayload = {
  __typename?: 'SetActiveOrganizationPayload';
  /** The organization that is active now; null when none is, or when refused. */
  organization?: Maybe<Organization>;
  /** Everything readable, as it is after the change. */
  query: Query;
  /** Why it was refused; empty when it was done. */
  userErrors: Array<UserError>;
};

/** A named part of an organization. A member is in one team or none. */
export type Team = Node & {
  __typename?: 'Team';
  /** When it was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The opaque, globally unique id. */
  id: Scalars['ID']['output'];
  /** The members of the organization that are in this team. */
  members?: Maybe<MemberConnection>;
  /** The name. */
  name: Scalars['String']['output'];
  /** The organization; null when it could not be read. */
  organization?: Maybe<Organization>;
};


/** A named part of an organization. A member is in one team or none. */
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
  /** The items, each with its cursor. */
  edges: Array<TeamEdge>;
  /** The items alone. */
  nodes: Array<Team>;
  /** Where this page stands. */
  pageInfo: PageInfo;
  /** How many there are over all pages. */
  totalCount: Scalars['Int']['output'];
};

/** A team within a connection. */
export type TeamEdge = {
  __typename?: 'TeamEdge';
  /** The place of this item. */
  cursor: Scalars['String']['output'];
  /** The item. */
  node: Team;
};

/** Whose roles to replace, and with which. */
export type UpdateMemberRolesInput = {
  /** The member. */
  memberId: Scalars['ID']['input'];
  /** The organization; without it, the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** All roles that the member shall have, at least one. */
  roles: Array<Role>;
};

/** The outcome of `updateMemberRoles`. */
export type UpdateMemberRolesPayload = {
  __typename?: 'UpdateMemberRolesPayload';
  /** The member as it is now; null when refused. */
  member?: Maybe<Member>;
  /** Everything readable, as it is after the change. */
  query: Query;
  /** Why it was refused; empty when it was done. */
  userErrors: Array<UserError>;
};

/** What to change; absent fields stay. */
export type UpdateOrganizationInput = {
  /** The address of a new picture. */
  logo?: InputMaybe<Scalars['String']['input']>;
  /** Replaces everything stored with it. */
  metadata?: InputMaybe<Scalars['JSONObject']['input']>;
  /** A new name. */
  name?: InputMaybe<Scalars['String']['input']>;
  /** Which one; without it, the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** A new slug. */
  slug?: InputMaybe<Scalars['String']['input']>;
};

/** The outcome of `updateOrganization`. */
export type UpdateOrganizationPayload = {
  __typename?: 'UpdateOrganizationPayload';
  /** The organization as it is now; null when refused. */
  organization?: Maybe<Organization>;
  /** Everything readable, as it is after the change. */
  query: Query;
  /** Why it was refused; empty when it was done. */
  userErrors: Array<UserError>;
};

/** Which team to rename, and how. */
export type UpdateTeamInput = {
  /** The new name. */
  name: Scalars['String']['input'];
  /** The organization; without it, the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** The team. */
  teamId: Scalars['ID']['input'];
};

/** The outcome of `updateTeam`. */
export type UpdateTeamPayload = {
  __typename?: 'UpdateTeamPayload';
  /** Everything readable, as it is after the change. */
  query: Query;
  /** The team as it is now; null when refused. */
  team?: Maybe<Team>;
  /** Why it was refused; empty when it was done. */
  userErrors: Array<UserError>;
};

/** A person. */
export type User = Node & {
  __typename?: 'User';
  /** The e-mail address, in lower case. */
  email: Scalars['String']['output'];
  /** The opaque, globally unique id. */
  id: Scalars['ID']['output'];
  /** The address of a picture. */
  image?: Maybe<Scalars['String']['output']>;
  /** The name that the person goes by. */
  name: Scalars['String']['output'];
};

/** A refusal that the person who asked can understand and act on. */
export type UserError = {
  __typename?: 'UserError';
  /** What was refused, for programs. The codes are those of the REST interface. */
  code: UserErrorCode;
  /** What was refused, as an English sentence. Show a text of your own by `code`. */
  message: Scalars['String']['output'];
  /** The input field that the refusal is about, for instance `["input", "slug"]`; null when it is about none. */
  path?: Maybe<Array<Scalars['String']['output']>>;
};

/** What a call can be refused for. */
export type UserErrorCode =
  /** Verify the e-mail address first. */
  | 'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION'
  /** The invitation could not be read after it was accepted. Try again. */
  | 'FAILED_TO_RETRIEVE_INVITATION'
  /** The organization has as many pending invitations as the server allows. */
  | 'INVITATION_LIMIT_REACHED'
  /** There is no such invitation, or it is no longer pending. */
  | 'INVITATION_NOT_FOUND'
  /** The person who invited has left the organization. */
  | 'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION'
  /** There is no such member in the organization. */
  | 'MEMBER_NOT_FOUND'
  /** The call needs an organization: none was named and none is active. */
  | 'NO_ACTIVE_ORGANIZATION'
  /** An organization has this slug already. */
  | 'ORGANIZATION_ALREADY_EXISTS'
  /** The organization has as many members as the server allows. */
  | 'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED'
  /** There is no such organization. */
  | 'ORGANIZATION_NOT_FOUND'
  /** There is no such role. */
  | 'ROLE_NOT_FOUND'
  /** There is no such team in the organization. */
  | 'TEAM_NOT_FOUND'
  /** The last team of an organization stays. */
  | 'UNABLE_TO_REMOVE_LAST_TEAM'
  /** Somebody with this address is a member already. */
  | 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION'
  /** A pending invitation for this address exists; ask to resend it instead. */
  | 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION'
  /** The viewer is not a member of the organization, or there is no such organization. */
  | 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION'
  /** A field of the input has a form that is not accepted. */
  | 'VALIDATION_ERROR'
  /** The viewer's roles do not permit cancelling this invitation. */
  | 'YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION'
  /** This server lets nobody create organizations. */
  | 'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION'
  /** The viewer's roles do not permit creating teams. */
  | 'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION'
  /** The viewer's roles do not permit removing teams. */
  | 'YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION'
  /** The viewer's roles do not permit removing this member. */
  | 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER'
  /** The viewer's roles do not permit deleting the organization. */
  | 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION'
  /** The viewer's roles do not permit removing this team. */
  | 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM'
  /** The viewer's roles do not permit inviting people. */
  | 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION'
  /** Only an owner may invite an owner. */
  | 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE'
  /** The viewer's roles do not permit changing this member. */
  | 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER'
  /** The viewer's roles do not permit changing the organization. */
  | 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION'
  /** The viewer's roles do not permit changing this team. */
  | 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM'
  /** The invitation is for another address. */
  | 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION'
  /** An organization must keep an owner: this is its last one. */
  | 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER'
  /** An organization must keep an owner: this is its last one. */
  | 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER'
  /** The viewer belongs to as many organizations as the server allows. */
  | 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS';

/** The signed-in person, and what belongs to that person alone. */
export type Viewer = {
  __typename?: 'Viewer';
  /** The viewer's membership in the active organization. */
  activeMembership?: Maybe<Member>;
  /** The organization that this session works in; null when none is chosen. */
  activeOrganization?: Maybe<Organization>;
  /** The pending invitations for the viewer's e-mail address; empty until that address is verified. */
  invitations?: Maybe<InvitationConnection>;
  /** Whether the person has proven to own the e-mail address. */
  isEmailVerified: Scalars['Boolean']['output'];
  /** The organizations that the viewer is a member of, oldest membership first. */
  organizations?: Maybe<OrganizationConnection>;
  /** The account as others see it. */
  user: User;
};


/** The signed-in person, and what belongs to that person alone. */
export type ViewerInvitationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};


/** The signed-in person, and what belongs to that person alone. */
export type ViewerOrganizationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
};



export type ResolverTypeWrapper<T> = Promise<T> | T;


export type ResolverWithResolve<TResult, TParent, TContext, TArgs> = {
  resolve: ResolverFn<TResult, TParent, TContext, TArgs>;
};
export type Resolver<TResult, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = ResolverFn<TResult, TParent, TContext, TArgs> | ResolverWithResolve<TResult, TParent, TContext, TArgs>;

export type ResolverFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => Promise<TResult> | TResult;

export type SubscriptionSubscribeFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => AsyncIterable<TResult> | Promise<AsyncIterable<TResult>>;

export type SubscriptionResolveFn<TResult, TParent, TContext, TArgs> = (
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;

export interface SubscriptionSubscriberObject<TResult, TKey extends string, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<{ [key in TKey]: TResult }, TParent, TContext, TArgs>;
  resolve?: SubscriptionResolveFn<TResult, { [key in TKey]: TResult }, TContext, TArgs>;
}

export interface SubscriptionResolverObject<TResult, TParent, TContext, TArgs> {
  subscribe: SubscriptionSubscribeFn<any, TParent, TContext, TArgs>;
  resolve: SubscriptionResolveFn<TResult, any, TContext, TArgs>;
}

export type SubscriptionObject<TResult, TKey extends string, TParent, TContext, TArgs> =
  | SubscriptionSubscriberObject<TResult, TKey, TParent, TContext, TArgs>
  | SubscriptionResolverObject<TResult, TParent, TContext, TArgs>;

export type SubscriptionResolver<TResult, TKey extends string, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> =
  | ((...args: any[]) => SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>)
  | SubscriptionObject<TResult, TKey, TParent, TContext, TArgs>;

export type TypeResolveFn<TTypes, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (
  parent: TParent,
  context: TContext,
  info: GraphQLResolveInfo
) => Maybe<TTypes> | Promise<Maybe<TTypes>>;

export type IsTypeOfResolverFn<T = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>> = (obj: T, context: TContext, info: GraphQLResolveInfo) => boolean | Promise<boolean>;

export type NextResolverFn<T> = () => Promise<T>;

export type DirectiveResolverFn<TResult = Record<PropertyKey, never>, TParent = Record<PropertyKey, never>, TContext = Record<PropertyKey, never>, TArgs = Record<PropertyKey, never>> = (
  next: NextResolverFn<TResult>,
  parent: TParent,
  args: TArgs,
  context: TContext,
  info: GraphQLResolveInfo
) => TResult | Promise<TResult>;





/** Mapping between all available schema types and the resolvers types */
export type ResolversTypes = {
  AcceptInvitationInput: AcceptInvitationInput;
  AcceptInvitationPayload: ResolverTypeWrapper<Outcome>;
  Boolean: ResolverTypeWrapper<Scalars['Boolean']['output']>;
  CancelInvitationInput: CancelInvitationInput;
  CancelInvitationPayload: ResolverTypeWrapper<Outcome>;
  CreateOrganizationInput: CreateOrganizationInput;
  CreateOrganizationPayload: ResolverTypeWrapper<Outcome>;
  CreateTeamInput: CreateTeamInput;
  CreateTeamPayload: ResolverTypeWrapper<Outcome>;
  DateTime: ResolverTypeWrapper<Scalars['DateTime']['output']>;
  DeleteOrganizationInput: DeleteOrganizationInput;
  DeleteOrganizationPayload: ResolverTypeWrapper<Outcome>;
  ID: ResolverTypeWrapper<Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Scalars['Int']['output']>;
  Invitation: ResolverTypeWrapper<InvitationSource>;
  InvitationConnection: ResolverTypeWrapper<InvitationConnectionSource>;
  InvitationEdge: ResolverTypeWrapper<Omit<InvitationEdge, 'node'> & { node: ResolversTypes['Invitation'] }>;
  InvitationResult: ResolverTypeWrapper<Omit<InvitationResult, 'invitation'> & { invitation?: Maybe<ResolversTypes['Invitation']> }>;
  InvitationStatus: InvitationStatus;
  InviteMemberInput: InviteMemberInput;
  InviteMemberPayload: ResolverTypeWrapper<Outcome>;
  JSONObject: ResolverTypeWrapper<Scalars['JSONObject']['output']>;
  LeaveOrganizationInput: LeaveOrganizationInput;
  LeaveOrganizationPayload: ResolverTypeWrapper<Outcome>;
  Member: ResolverTypeWrapper<MemberSource>;
  MemberBy: MemberBy;
  MemberConnection: ResolverTypeWrapper<MemberConnectionSource>;
  MemberEdge: ResolverTypeWrapper<Omit<MemberEdge, 'node'> & { node: ResolversTypes['Member'] }>;
  MemberOrder: MemberOrder;
  MemberOrderField: MemberOrderField;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  Node: ResolverTypeWrapper<NodeSource>;
  OrderDirection: OrderDirection;
  Organization: ResolverTypeWrapper<OrganizationSource>;
  OrganizationBy: OrganizationBy;
  OrganizationConnection: ResolverTypeWrapper<OrganizationConnectionSource>;
  OrganizationEdge: ResolverTypeWrapper<Omit<OrganizationEdge, 'node'> & { node: ResolversTypes['Organization'] }>;
  PageInfo: ResolverTypeWrapper<PageInfo>;
  Permission: Permission;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RateLimit: ResolverTypeWrapper<RateLimit>;
  RejectInvitationInput: RejectInvitationInput;
  RejectInvitationPayload: ResolverTypeWrapper<Outcome>;
  RemoveMemberInput: RemoveMemberInput;
  RemoveMemberPayload: ResolverTypeWrapper<Outcome>;
  RemoveTeamInput: RemoveTeamInput;
  RemoveTeamPayload: ResolverTypeWrapper<Outcome>;
  Role: Role;
  SetActiveOrganizationInput: SetActiveOrganizationInput;
  SetActiveOrganizationPayload: ResolverTypeWrapper<Outcome>;
  String: ResolverTypeWrapper<Scalars['String']['output']>;
  Team: ResolverTypeWrapper<TeamSource>;
  TeamConnection: ResolverTypeWrapper<TeamConnectionSource>;
  TeamEdge: ResolverTypeWrapper<Omit<TeamEdge, 'node'> & { node: ResolversTypes['Team'] }>;
  UpdateMemberRolesInput: UpdateMemberRolesInput;
  UpdateMemberRolesPayload: ResolverTypeWrapper<Outcome>;
  UpdateOrganizationInput: UpdateOrganizationInput;
  UpdateOrganizationPayload: ResolverTypeWrapper<Outcome>;
  UpdateTeamInput: UpdateTeamInput;
  UpdateTeamPayload: ResolverTypeWrapper<Outcome>;
  User: ResolverTypeWrapper<UserSource>;
  UserError: ResolverTypeWrapper<UserError>;
  UserErrorCode: UserErrorCode;
  Viewer: ResolverTypeWrapper<ViewerSource>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AcceptInvitationInput: AcceptInvitationInput;
  AcceptInvitationPayload: Outcome;
  Boolean: Scalars['Boolean']['output'];
  CancelInvitationInput: CancelInvitationInput;
  CancelInvitationPayload: Outcome;
  CreateOrganizationInput: CreateOrganizationInput;
  CreateOrganizationPayload: Outcome;
  CreateTeamInput: CreateTeamInput;
  CreateTeamPayload: Outcome;
  DateTime: Scalars['DateTime']['output'];
  DeleteOrganizationInput: DeleteOrganizationInput;
  DeleteOrganizationPayload: Outcome;
  ID: Scalars['ID']['output'];
  Int: Scalars['Int']['output'];
  Invitation: InvitationSource;
  InvitationConnection: InvitationConnectionSource;
  InvitationEdge: Omit<InvitationEdge, 'node'> & { node: ResolversParentTypes['Invitation'] };
  InvitationResult: Omit<InvitationResult, 'invitation'> & { invitation?: Maybe<ResolversParentTypes['Invitation']> };
  InviteMemberInput: InviteMemberInput;
  InviteMemberPayload: Outcome;
  JSONObject: Scalars['JSONObject']['output'];
  LeaveOrganizationInput: LeaveOrganizationInput;
  LeaveOrganizationPayload: Outcome;
  Member: MemberSource;
  MemberBy: MemberBy;
  MemberConnection: MemberConnectionSource;
  MemberEdge: Omit<MemberEdge, 'node'> & { node: ResolversParentTypes['Member'] };
  MemberOrder: MemberOrder;
  Mutation: Record<PropertyKey, never>;
  Node: NodeSource;
  Organization: OrganizationSource;
  OrganizationBy: OrganizationBy;
  OrganizationConnection: OrganizationConnectionSource;
  OrganizationEdge: Omit<OrganizationEdge, 'node'> & { node: ResolversParentTypes['Organization'] };
  PageInfo: PageInfo;
  Query: Record<PropertyKey, never>;
  RateLimit: RateLimit;
  RejectInvitationInput: RejectInvitationInput;
  RejectInvitationPayload: Outcome;
  RemoveMemberInput: RemoveMemberInput;
  RemoveMemberPayload: Outcome;
  RemoveTeamInput: RemoveTeamInput;
  RemoveTeamPayload: Outcome;
  SetActiveOrganizationInput: SetActiveOrganizationInput;
  SetActiveOrganizationPayload: Outcome;
  String: Scalars['String']['output'];
  Team: TeamSource;
  TeamConnection: TeamConnectionSource;
  TeamEdge: Omit<TeamEdge, 'node'> & { node: ResolversParentTypes['Team'] };
  UpdateMemberRolesInput: UpdateMemberRolesInput;
  UpdateMemberRolesPayload: Outcome;
  UpdateOrganizationInput: UpdateOrganizationInput;
  UpdateOrganizationPayload: Outcome;
  UpdateTeamInput: UpdateTeamInput;
  UpdateTeamPayload: Outcome;
  User: UserSource;
  UserError: UserError;
  Viewer: ViewerSource;
};

export type AcceptInvitationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['AcceptInvitationPayload'] = ResolversParentTypes['AcceptInvitationPayload']> = {
  invitation?: Resolver<Maybe<ResolversTypes['Invitation']>, ParentType, ContextType>;
  member?: Resolver<Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CancelInvitationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['CancelInvitationPayload'] = ResolversParentTypes['CancelInvitationPayload']> = {
  invitation?: Resolver<Maybe<ResolversTypes['Invitation']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateOrganizationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['CreateOrganizationPayload'] = ResolversParentTypes['CreateOrganizationPayload']> = {
  organization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateTeamPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['CreateTeamPayload'] = ResolversParentTypes['CreateTeamPayload']> = {
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  team?: Resolver<Maybe<ResolversTypes['Team']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DeleteOrganizationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['DeleteOrganizationPayload'] = ResolversParentTypes['DeleteOrganizationPayload']> = {
  deletedOrganizationId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type InvitationResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Invitation'] = ResolversParentTypes['Invitation']> = {
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  inviterEmail?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isExpired?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  organizationName?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  organizationSlug?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  roles?: Resolver<Array<ResolversTypes['Role']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['InvitationStatus'], ParentType, ContextType>;
  team?: Resolver<Maybe<ResolversTypes['Team']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type InvitationConnectionResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['InvitationConnection'] = ResolversParentTypes['InvitationConnection']> = {
  edges?: Resolver<Array<ResolversTypes['InvitationEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Invitation']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type InvitationEdgeResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['InvitationEdge'] = ResolversParentTypes['InvitationEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Invitation'], ParentType, ContextType>;
};

export type InvitationResultResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['InvitationResult'] = ResolversParentTypes['InvitationResult']> = {
  invitation?: Resolver<Maybe<ResolversTypes['Invitation']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type InviteMemberPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['InviteMemberPayload'] = ResolversParentTypes['InviteMemberPayload']> = {
  invitation?: Resolver<Maybe<ResolversTypes['Invitation']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}

export type LeaveOrganizationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['LeaveOrganizationPayload'] = ResolversParentTypes['LeaveOrganizationPayload']> = {
  leftOrganizationId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type MemberResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Member'] = ResolversParentTypes['Member']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  organization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  roles?: Resolver<Array<ResolversTypes['Role']>, ParentType, ContextType>;
  team?: Resolver<Maybe<ResolversTypes['Team']>, ParentType, ContextType>;
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type MemberConnectionResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['MemberConnection'] = ResolversParentTypes['MemberConnection']> = {
  edges?: Resolver<Array<ResolversTypes['MemberEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Member']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type MemberEdgeResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['MemberEdge'] = ResolversParentTypes['MemberEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Member'], ParentType, ContextType>;
};

export type MutationResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Mutation'] = ResolversParentTypes['Mutation']> = {
  acceptInvitation?: Resolver<Maybe<ResolversTypes['AcceptInvitationPayload']>, ParentType, ContextType, RequireFields<MutationAcceptInvitationArgs, 'input'>>;
  cancelInvitation?: Resolver<Maybe<ResolversTypes['CancelInvitationPayload']>, ParentType, ContextType, RequireFields<MutationCancelInvitationArgs, 'input'>>;
  createOrganization?: Resolver<Maybe<ResolversTypes['CreateOrganizationPayload']>, ParentType, ContextType, RequireFields<MutationCreateOrganizationArgs, 'input'>>;
  createTeam?: Resolver<Maybe<ResolversTypes['CreateTeamPayload']>, ParentType, ContextType, RequireFields<MutationCreateTeamArgs, 'input'>>;
  deleteOrganization?: Resolver<Maybe<ResolversTypes['DeleteOrganizationPayload']>, ParentType, ContextType, RequireFields<MutationDeleteOrganizationArgs, 'input'>>;
  inviteMember?: Resolver<Maybe<ResolversTypes['InviteMemberPayload']>, ParentType, ContextType, RequireFields<MutationInviteMemberArgs, 'input'>>;
  leaveOrganization?: Resolver<Maybe<ResolversTypes['LeaveOrganizationPayload']>, ParentType, ContextType, RequireFields<MutationLeaveOrganizationArgs, 'input'>>;
  rejectInvitation?: Resolver<Maybe<ResolversTypes['RejectInvitationPayload']>, ParentType, ContextType, RequireFields<MutationRejectInvitationArgs, 'input'>>;
  removeMember?: Resolver<Maybe<ResolversTypes['RemoveMemberPayload']>, ParentType, ContextType, RequireFields<MutationRemoveMemberArgs, 'input'>>;
  removeTeam?: Resolver<Maybe<ResolversTypes['RemoveTeamPayload']>, ParentType, ContextType, RequireFields<MutationRemoveTeamArgs, 'input'>>;
  setActiveOrganization?: Resolver<Maybe<ResolversTypes['SetActiveOrganizationPayload']>, ParentType, ContextType, RequireFields<MutationSetActiveOrganizationArgs, 'input'>>;
  updateMemberRoles?: Resolver<Maybe<ResolversTypes['UpdateMemberRolesPayload']>, ParentType, ContextType, RequireFields<MutationUpdateMemberRolesArgs, 'input'>>;
  updateOrganization?: Resolver<Maybe<ResolversTypes['UpdateOrganizationPayload']>, ParentType, ContextType, RequireFields<MutationUpdateOrganizationArgs, 'input'>>;
  updateTeam?: Resolver<Maybe<ResolversTypes['UpdateTeamPayload']>, ParentType, ContextType, RequireFields<MutationUpdateTeamArgs, 'input'>>;
};

export type NodeResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Invitation' | 'Member' | 'Organization' | 'Team' | 'User', ParentType, ContextType>;
};

export type OrganizationResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Organization'] = ResolversParentTypes['Organization']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  invitations?: Resolver<Maybe<ResolversTypes['InvitationConnection']>, ParentType, ContextType, Partial<OrganizationInvitationsArgs>>;
  isActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  logo?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  members?: Resolver<Maybe<ResolversTypes['MemberConnection']>, ParentType, ContextType, Partial<OrganizationMembersArgs>>;
  metadata?: Resolver<Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  teams?: Resolver<Maybe<ResolversTypes['TeamConnection']>, ParentType, ContextType, Partial<OrganizationTeamsArgs>>;
  viewerHasPermissions?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<OrganizationViewerHasPermissionsArgs, 'permissions'>>;
  viewerMembership?: Resolver<Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  viewerPermissions?: Resolver<Maybe<Array<ResolversTypes['Permission']>>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type OrganizationConnectionResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['OrganizationConnection'] = ResolversParentTypes['OrganizationConnection']> = {
  edges?: Resolver<Array<ResolversTypes['OrganizationEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Organization']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type OrganizationEdgeResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['OrganizationEdge'] = ResolversParentTypes['OrganizationEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Organization'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  invitation?: Resolver<Maybe<ResolversTypes['InvitationResult']>, ParentType, ContextType, RequireFields<QueryInvitationArgs, 'id'>>;
  isOrganizationSlugAvailable?: Resolver<Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<QueryIsOrganizationSlugAvailableArgs, 'slug'>>;
  node?: Resolver<Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Maybe<Array<Maybe<ResolversTypes['Node']>>>, ParentType, ContextType, RequireFields<QueryNodesArgs, 'ids'>>;
  organization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType, RequireFields<QueryOrganizationArgs, 'by'>>;
  rateLimit?: Resolver<ResolversTypes['RateLimit'], ParentType, ContextType>;
  viewer?: Resolver<Maybe<ResolversTypes['Viewer']>, ParentType, ContextType>;
};

export type RateLimitResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['RateLimit'] = ResolversParentTypes['RateLimit']> = {
  cost?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type RejectInvitationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['RejectInvitationPayload'] = ResolversParentTypes['RejectInvitationPayload']> = {
  invitation?: Resolver<Maybe<ResolversTypes['Invitation']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RemoveMemberPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['RemoveMemberPayload'] = ResolversParentTypes['RemoveMemberPayload']> = {
  organization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  removedMemberId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RemoveTeamPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['RemoveTeamPayload'] = ResolversParentTypes['RemoveTeamPayload']> = {
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  removedTeamId?: Resolver<Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type SetActiveOrganizationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['SetActiveOrganizationPayload'] = ResolversParentTypes['SetActiveOrganizationPayload']> = {
  organization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type TeamResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Team'] = ResolversParentTypes['Team']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  members?: Resolver<Maybe<ResolversTypes['MemberConnection']>, ParentType, ContextType, Partial<TeamMembersArgs>>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  organization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type TeamConnectionResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['TeamConnection'] = ResolversParentTypes['TeamConnection']> = {
  edges?: Resolver<Array<ResolversTypes['TeamEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['Team']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
  totalCount?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
};

export type TeamEdgeResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['TeamEdge'] = ResolversParentTypes['TeamEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['Team'], ParentType, ContextType>;
};

export type UpdateMemberRolesPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['UpdateMemberRolesPayload'] = ResolversParentTypes['UpdateMemberRolesPayload']> = {
  member?: Resolver<Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UpdateOrganizationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['UpdateOrganizationPayload'] = ResolversParentTypes['UpdateOrganizationPayload']> = {
  organization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UpdateTeamPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['UpdateTeamPayload'] = ResolversParentTypes['UpdateTeamPayload']> = {
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  team?: Resolver<Maybe<ResolversTypes['Team']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UserResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  image?: Resolver<Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UserErrorResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['UserError'] = ResolversParentTypes['UserError']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  path?: Resolver<Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  activeMembership?: Resolver<Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  activeOrganization?: Resolver<Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  invitations?: Resolver<Maybe<ResolversTypes['InvitationConnection']>, ParentType, ContextType, Partial<ViewerInvitationsArgs>>;
  isEmailVerified?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  organizations?: Resolver<Maybe<ResolversTypes['OrganizationConnection']>, ParentType, ContextType, Partial<ViewerOrganizationsArgs>>;
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type Resolvers<ContextType = GatewayContext> = {
  AcceptInvitationPayload?: AcceptInvitationPayloadResolvers<ContextType>;
  CancelInvitationPayload?: CancelInvitationPayloadResolvers<ContextType>;
  CreateOrganizationPayload?: CreateOrganizationPayloadResolvers<ContextType>;
  CreateTeamPayload?: CreateTeamPayloadResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  DeleteOrganizationPayload?: DeleteOrganizationPayloadResolvers<ContextType>;
  Invitation?: InvitationResolvers<ContextType>;
  InvitationConnection?: InvitationConnectionResolvers<ContextType>;
  InvitationEdge?: InvitationEdgeResolvers<ContextType>;
  InvitationResult?: InvitationResultResolvers<ContextType>;
  InviteMemberPayload?: InviteMemberPayloadResolvers<ContextType>;
  JSONObject?: GraphQLScalarType;
  LeaveOrganizationPayload?: LeaveOrganizationPayloadResolvers<ContextType>;
  Member?: MemberResolvers<ContextType>;
  MemberConnection?: MemberConnectionResolvers<ContextType>;
  MemberEdge?: MemberEdgeResolvers<ContextType>;
  Mutation?: MutationResolvers<ContextType>;
  Node?: NodeResolvers<ContextType>;
  Organization?: OrganizationResolvers<ContextType>;
  OrganizationConnection?: OrganizationConnectionResolvers<ContextType>;
  OrganizationEdge?: OrganizationEdgeResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  RateLimit?: RateLimitResolvers<ContextType>;
  RejectInvitationPayload?: RejectInvitationPayloadResolvers<ContextType>;
  RemoveMemberPayload?: RemoveMemberPayloadResolvers<ContextType>;
  RemoveTeamPayload?: RemoveTeamPayloadResolvers<ContextType>;
  SetActiveOrganizationPayload?: SetActiveOrganizationPayloadResolvers<ContextType>;
  Team?: TeamResolvers<ContextType>;
  TeamConnection?: TeamConnectionResolvers<ContextType>;
  TeamEdge?: TeamEdgeResolvers<ContextType>;
  UpdateMemberRolesPayload?: UpdateMemberRolesPayloadResolvers<ContextType>;
  UpdateOrganizationPayload?: UpdateOrganizationPayloadResolvers<ContextType>;
  UpdateTeamPayload?: UpdateTeamPayloadResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  UserError?: UserErrorResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
};

