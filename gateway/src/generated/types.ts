export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
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
  /** The address of a picture. A `data:` address (16 kB, no SVG) is stored and answered as one of ours. */
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
  /** The id that it has in the REST API and in the address of its page, `/accept-invitation/<id>`. */
  databaseId: Scalars['ID']['output'];
  /** The address that is invited, in lower case. */
  email: Scalars['String']['output'];
  /** Until when it can be accepted. */
  expiresAt: Scalars['DateTime']['output'];
  /** The opaque, globally unique id. */
  id: Scalars['ID']['output'];
  /** The e-mail address of the person who invited; null when it could not be read, or when they have not proved that it is theirs. */
  inviterEmail?: Maybe<Scalars['String']['output']>;
  /** The name of the person who invited; null when it could not be read. */
  inviterName?: Maybe<Scalars['String']['output']>;
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
  /** How many there are over all pages. Counting stops at 10,000, except for all members of an organization. */
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
export const InvitationStatus = {
  /** Accepted: the person became a member. */
  ACCEPTED: 'ACCEPTED',
  /** Withdrawn by the organization. */
  CANCELED: 'CANCELED',
  /** Not answered. */
  PENDING: 'PENDING',
  /** Turned down by the person who was invited. */
  REJECTED: 'REJECTED'
} as const;

export type InvitationStatus = typeof InvitationStatus[keyof typeof InvitationStatus];
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
  /** Whether an email went out; false when refused, and when the address has had too many: the product shows the invitation all the same. */
  isEmailSent: Scalars['Boolean']['output'];
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
  /** The roles; empty when an adopted database gave only roles that this product does not know, which grant nothing. */
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
  /** How many there are over all pages. Counting stops at 10,000, except for all members of an organization. */
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
export const MemberOrderField = {
  /** The moment of becoming a member. */
  CREATED_AT: 'CREATED_AT',
  /** The e-mail address of the person. */
  EMAIL: 'EMAIL',
  /** The name of the person. */
  NAME: 'NAME'
} as const;

export type MemberOrderField = typeof MemberOrderField[keyof typeof MemberOrderField];
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
  /** Moves a member into a team, or out of any. Only an owner moves owners. */
  updateMemberTeam?: Maybe<UpdateMemberTeamPayload>;
  /**
   * Changes what is given of an organization and keeps the rest. Its last five slugs go on leading to it: nobody else can take them, but those who may
   * rename it can give them to another one.
   */
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
export type MutationUpdateMemberTeamArgs = {
  input: UpdateMemberTeamInput;
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
export const OrderDirection = {
  /** Smallest, first or oldest in front. */
  ASC: 'ASC',
  /** Largest, last or newest in front. */
  DESC: 'DESC'
} as const;

export type OrderDirection = typeof OrderDirection[keyof typeof OrderDirection];
/** A group of people with roles, teams and invitations. */
export type Organization = Node & {
  __typename?: 'Organization';
  /** When it was created. */
  createdAt: Scalars['DateTime']['output'];
  /** The id that it has in the REST API, in the session and in the tokens of remotes' services. */
  databaseId: Scalars['ID']['output'];
  /** The opaque, globally unique id. */
  id: Scalars['ID']['output'];
  /** The invitations that the viewer may see, those that expire last in front. */
  invitations?: Maybe<InvitationConnection>;
  /** Whether the viewer's session works in it. */
  isActive: Scalars['Boolean']['output'];
  /** The address of a picture; one of ours if it was given as a `data:` address. */
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
  teamId?: InputMaybe<Scalars['ID']['input']>;
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
  /** How many there are over all pages. Counting stops at 10,000, except for all members of an organization. */
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
export const Permission = {
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
  /** The organization; null when it does not exist or the viewer is not a member of it. One of the last five slugs that it had before leads to it too. */
  organization?: Maybe<Organization>;
  /** The same, with others like it that an organization could take; null when it could not be found out. */
  organizationSlug?: Maybe<SlugAvailability>;
  /** What this request costs, and what is left of the viewer's budget. */
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


/** The entry points for reading. */
export type QueryOrganizationSlugArgs = {
  slug: Scalars['String']['input'];
};

/**
 * The cost of a request, and the budget that it is taken from: the viewer's, or without a session that of the address. A request
 * that costs too much has the code `COST_LIMIT_EXCEEDED`. Whoever has spent the budget is told `RATE_LIMITED`, with `retryAfter` in
 * seconds. The headers `RateLimit-Limit`, `RateLimit-Remaining` and `RateLimit-Reset` of each answer say the same.
 */
export type RateLimit = {
  __typename?: 'RateLimit';
  /**
   * How many objects this request may return at most: each connection counts as large as its page, times those around it. The
   * budget is charged with 100 at least.
   */
  cost: Scalars['Int']['output'];
  /** The highest cost that a request may have, and the budget when it is full. */
  limit: Scalars['Int']['output'];
  /** What is left of the budget after this request. */
  remaining: Scalars['Int']['output'];
  /** When the budget will be full again, if nothing more is asked. */
  resetAt: Scalars['DateTime']['output'];
};

/** Which invitation to turn down. */
export type RejectInvitationInput = {
  /** Its id, or the plain id that the mailed link carries. */
  invitationId: Scalars['ID']['input'];
  /** The token that the mailed link carries. */
  token?: InputMaybe<Scalars['String']['input']>;
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
export const Role = {
  /** May do everything but delete the organization and make owners. */
  ADMIN: 'ADMIN',
  /** May look. */
  MEMBER: 'MEMBER',
  /** May do everything, and alone may delete the organization and make owners. */
  OWNER: 'OWNER'
} as const;

export type Role = typeof Role[keyof typeof Role];
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

/** Whether a slug is free. */
export type SlugAvailability = {
  __typename?: 'SlugAvailability';
  /** Whether an organization of the viewer could take it now. */
  isAvailable: Scalars['Boolean']['output'];
  /** Three like it that one could take; none when it is free itself. */
  suggestions: Array<Scalars['String']['output']>;
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
  /** How many there are over all pages. Counting stops at 10,000, except for all members of an organization. */
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

/** Whom to move, and into which team. */
export type UpdateMemberTeamInput = {
  /** The member. */
  memberId: Scalars['ID']['input'];
  /** The organization; without it, the active one. */
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  /** The team; without it the member is in none afterwards. */
  teamId?: InputMaybe<Scalars['ID']['input']>;
};

/** The outcome of `updateMemberTeam`. */
export type UpdateMemberTeamPayload = {
  __typename?: 'UpdateMemberTeamPayload';
  /** The member as it is now; null when refused. */
  member?: Maybe<Member>;
  /** Everything readable, as it is after the change. */
  query: Query;
  /** Why it was refused; empty when it was done. */
  userErrors: Array<UserError>;
};

/** What to change; absent fields stay. */
export type UpdateOrganizationInput = {
  /** The address of a new picture, as when the organization is created; null removes it. */
  logo?: InputMaybe<Scalars['String']['input']>;
  /** Replaces everything stored with it; null removes it. */
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
  /** How many there may be, when a limit is reached. */
  limit?: Maybe<Scalars['Int']['output']>;
  /** What was refused, as an English sentence. Show a text of your own by `code`. */
  message: Scalars['String']['output'];
  /** The input field that the refusal is about, for instance `["input", "slug"]`; null when it is about none. */
  path?: Maybe<Array<Scalars['String']['output']>>;
  /** The permission that the viewer would need, when it is one that is missing. */
  permission?: Maybe<Permission>;
};

/** What a call can be refused for. */
export const UserErrorCode = {
  /** Verify the e-mail address first. */
  EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION: 'EMAIL_VERIFICATION_REQUIRED_BEFORE_ACCEPTING_OR_REJECTING_INVITATION',
  /** The invitation could not be read after it was accepted. Try again. */
  FAILED_TO_RETRIEVE_INVITATION: 'FAILED_TO_RETRIEVE_INVITATION',
  /** The organization has as many pending invitations as the server allows. */
  INVITATION_LIMIT_REACHED: 'INVITATION_LIMIT_REACHED',
  /** There is no such invitation, or it is no longer pending. */
  INVITATION_NOT_FOUND: 'INVITATION_NOT_FOUND',
  /** The person who invited has left the organization. */
  INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION: 'INVITER_IS_NO_LONGER_A_MEMBER_OF_THE_ORGANIZATION',
  /** There is no such member in the organization; of inviteMember and leaveOrganization: the viewer is none. */
  MEMBER_NOT_FOUND: 'MEMBER_NOT_FOUND',
  /** The call needs an organization: none was named and none is active. */
  NO_ACTIVE_ORGANIZATION: 'NO_ACTIVE_ORGANIZATION',
  /** An organization has this slug already. */
  ORGANIZATION_ALREADY_EXISTS: 'ORGANIZATION_ALREADY_EXISTS',
  /** The organization has as many members as the server allows. */
  ORGANIZATION_MEMBERSHIP_LIMIT_REACHED: 'ORGANIZATION_MEMBERSHIP_LIMIT_REACHED',
  /** There is no such organization. */
  ORGANIZATION_NOT_FOUND: 'ORGANIZATION_NOT_FOUND',
  /** There is no such role. */
  ROLE_NOT_FOUND: 'ROLE_NOT_FOUND',
  /** The sign-in is too long ago to make somebody an owner: let the viewer sign in anew, then repeat the call. */
  SESSION_IS_NOT_FRESH: 'SESSION_IS_NOT_FRESH',
  /** There is no such team in the organization. */
  TEAM_NOT_FOUND: 'TEAM_NOT_FOUND',
  /** The viewer has sent as many invitations as one may in a while; with a verified address one may send more. */
  TOO_MANY_INVITATIONS: 'TOO_MANY_INVITATIONS',
  /** The last team of an organization stays. */
  UNABLE_TO_REMOVE_LAST_TEAM: 'UNABLE_TO_REMOVE_LAST_TEAM',
  /** Somebody with this address is a member already. */
  USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION: 'USER_IS_ALREADY_A_MEMBER_OF_THIS_ORGANIZATION',
  /** A pending invitation for this address exists; ask to resend it instead. */
  USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION: 'USER_IS_ALREADY_INVITED_TO_THIS_ORGANIZATION',
  /** The viewer is not a member of the organization, or there is no such organization. */
  USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION: 'USER_IS_NOT_A_MEMBER_OF_THE_ORGANIZATION',
  /** A field of the input has a form that is not accepted. */
  VALIDATION_ERROR: 'VALIDATION_ERROR',
  /** The viewer's roles do not permit cancelling this invitation. */
  YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION: 'YOU_ARE_NOT_ALLOWED_TO_CANCEL_THIS_INVITATION',
  /** This server lets nobody create organizations. */
  YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION: 'YOU_ARE_NOT_ALLOWED_TO_CREATE_A_NEW_ORGANIZATION',
  /** The viewer's roles do not permit creating teams. */
  YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION: 'YOU_ARE_NOT_ALLOWED_TO_CREATE_TEAMS_IN_THIS_ORGANIZATION',
  /** The viewer's roles do not permit removing teams. */
  YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_TEAMS_IN_THIS_ORGANIZATION',
  /** The viewer's roles do not permit removing this member. */
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_MEMBER',
  /** The viewer's roles do not permit deleting the organization. */
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_ORGANIZATION',
  /** The viewer's roles do not permit removing this team. */
  YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM: 'YOU_ARE_NOT_ALLOWED_TO_DELETE_THIS_TEAM',
  /** The viewer's roles do not permit inviting people; of createTeam: the viewer is no member, or there is no such organization. */
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION: 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USERS_TO_THIS_ORGANIZATION',
  /** Only an owner may invite an owner. */
  YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE: 'YOU_ARE_NOT_ALLOWED_TO_INVITE_USER_WITH_THIS_ROLE',
  /** The viewer's roles do not permit changing this member. */
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_MEMBER',
  /** The viewer's roles do not permit changing the organization. */
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_ORGANIZATION',
  /** The viewer's roles do not permit changing this team. */
  YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM: 'YOU_ARE_NOT_ALLOWED_TO_UPDATE_THIS_TEAM',
  /** The invitation is for another address. */
  YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION: 'YOU_ARE_NOT_THE_RECIPIENT_OF_THE_INVITATION',
  /** An organization must keep an owner: this is its last one. */
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER',
  /** An organization must keep an owner: this is its last one. */
  YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER: 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_WITHOUT_AN_OWNER',
  /** The viewer belongs to as many organizations as the server allows. */
  YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS: 'YOU_HAVE_REACHED_THE_MAXIMUM_NUMBER_OF_ORGANIZATIONS'
} as const;

export type UserErrorCode = typeof UserErrorCode[keyof typeof UserErrorCode];
/** The signed-in person, and what belongs to that person alone. */
export type Viewer = {
  __typename?: 'Viewer';
  /** The viewer's membership in the active organization. */
  activeMembership?: Maybe<Member>;
  /** The organization that this session works in; null when none is chosen. */
  activeOrganization?: Maybe<Organization>;
  /** The pending invitations for the viewer's e-mail address; empty until `isEmailProved`. */
  invitations?: Maybe<InvitationConnection>;
  /** Whether the person has proved that they read mail at this address: until then `invitations` is empty. */
  isEmailProved: Scalars['Boolean']['output'];
  /** Whether somebody has followed a link that was mailed to the address. */
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
