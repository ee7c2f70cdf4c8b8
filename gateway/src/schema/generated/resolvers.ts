import type * as Types from 'contract/generated/graphql.ts'
import type { GraphQLResolveInfo, GraphQLScalarType, GraphQLScalarTypeConfig } from 'graphql';
import type { ActorSource, AuditLogEntryConnectionSource, InvitationSource, MemberSource, NodeSource, OrganizationSource, OrganizationRoleSource, RemotePermissionSource, TeamSource, ViewerSource, UserSource, WebhookDeliveryConnectionSource, OrganizationConnectionSource, MemberConnectionSource, TeamConnectionSource, InvitationConnectionSource, Outcome } from '../../sources.ts';
import type { GatewayContext } from '../../context.ts';
export type Omit<T, K extends keyof T> = Pick<T, Exclude<keyof T, K>>;
export type RequireFields<T, K extends keyof T> = Omit<T, K> & { [P in K]-?: NonNullable<T[P]> };


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
) => Types.Maybe<TTypes> | Promise<Types.Maybe<TTypes>>;

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
  AcceptInvitationInput: Types.AcceptInvitationInput;
  AcceptInvitationPayload: ResolverTypeWrapper<Outcome>;
  Actor: ResolverTypeWrapper<ActorSource>;
  AddTeamMemberInput: Types.AddTeamMemberInput;
  AddTeamMemberPayload: ResolverTypeWrapper<Outcome>;
  ApiKey: ResolverTypeWrapper<Types.ApiKey>;
  AuditLogActor: ResolverTypeWrapper<Types.AuditLogActor>;
  AuditLogEntry: ResolverTypeWrapper<Types.AuditLogEntry>;
  AuditLogEntryConnection: ResolverTypeWrapper<AuditLogEntryConnectionSource>;
  AuditLogEntryEdge: ResolverTypeWrapper<Types.AuditLogEntryEdge>;
  AuditLogFilter: Types.AuditLogFilter;
  AuditLogTarget: ResolverTypeWrapper<Types.AuditLogTarget>;
  Boolean: ResolverTypeWrapper<Types.Scalars['Boolean']['output']>;
  CancelInvitationInput: Types.CancelInvitationInput;
  CancelInvitationPayload: ResolverTypeWrapper<Outcome>;
  CreateApiKeyInput: Types.CreateApiKeyInput;
  CreateApiKeyPayload: ResolverTypeWrapper<Outcome>;
  CreateOrganizationInput: Types.CreateOrganizationInput;
  CreateOrganizationPayload: ResolverTypeWrapper<Outcome>;
  CreateRoleInput: Types.CreateRoleInput;
  CreateRolePayload: ResolverTypeWrapper<Outcome>;
  CreateTeamInput: Types.CreateTeamInput;
  CreateTeamPayload: ResolverTypeWrapper<Outcome>;
  CreateWebhookInput: Types.CreateWebhookInput;
  CreateWebhookPayload: ResolverTypeWrapper<Outcome>;
  DateTime: ResolverTypeWrapper<Types.Scalars['DateTime']['output']>;
  DeleteApiKeyInput: Types.DeleteApiKeyInput;
  DeleteApiKeyPayload: ResolverTypeWrapper<Outcome>;
  DeleteOrganizationInput: Types.DeleteOrganizationInput;
  DeleteOrganizationPayload: ResolverTypeWrapper<Outcome>;
  DeleteRoleInput: Types.DeleteRoleInput;
  DeleteRolePayload: ResolverTypeWrapper<Outcome>;
  DeleteWebhookInput: Types.DeleteWebhookInput;
  DeleteWebhookPayload: ResolverTypeWrapper<Outcome>;
  ID: ResolverTypeWrapper<Types.Scalars['ID']['output']>;
  Int: ResolverTypeWrapper<Types.Scalars['Int']['output']>;
  Invitation: ResolverTypeWrapper<InvitationSource>;
  InvitationConnection: ResolverTypeWrapper<InvitationConnectionSource>;
  InvitationEdge: ResolverTypeWrapper<Omit<Types.InvitationEdge, 'node'> & { node: ResolversTypes['Invitation'] }>;
  InvitationOrder: Types.InvitationOrder;
  InvitationOrderField: Types.InvitationOrderField;
  InvitationResult: ResolverTypeWrapper<Omit<Types.InvitationResult, 'invitation'> & { invitation?: Types.Maybe<ResolversTypes['Invitation']> }>;
  InvitationStatus: Types.InvitationStatus;
  InviteMemberInput: Types.InviteMemberInput;
  InviteMemberPayload: ResolverTypeWrapper<Outcome>;
  JSONObject: ResolverTypeWrapper<Types.Scalars['JSONObject']['output']>;
  LeaveOrganizationInput: Types.LeaveOrganizationInput;
  LeaveOrganizationPayload: ResolverTypeWrapper<Outcome>;
  Member: ResolverTypeWrapper<MemberSource>;
  MemberBy: Types.MemberBy;
  MemberConnection: ResolverTypeWrapper<MemberConnectionSource>;
  MemberEdge: ResolverTypeWrapper<Omit<Types.MemberEdge, 'node'> & { node: ResolversTypes['Member'] }>;
  MemberOrder: Types.MemberOrder;
  MemberOrderField: Types.MemberOrderField;
  Mutation: ResolverTypeWrapper<Record<PropertyKey, never>>;
  NamedOrder: Types.NamedOrder;
  NamedOrderField: Types.NamedOrderField;
  Node: ResolverTypeWrapper<NodeSource>;
  OrderDirection: Types.OrderDirection;
  Organization: ResolverTypeWrapper<OrganizationSource>;
  OrganizationBy: Types.OrganizationBy;
  OrganizationConnection: ResolverTypeWrapper<OrganizationConnectionSource>;
  OrganizationEdge: ResolverTypeWrapper<Omit<Types.OrganizationEdge, 'node'> & { node: ResolversTypes['Organization'] }>;
  OrganizationRole: ResolverTypeWrapper<OrganizationRoleSource>;
  PageInfo: ResolverTypeWrapper<Types.PageInfo>;
  Permission: Types.Permission;
  Query: ResolverTypeWrapper<Record<PropertyKey, never>>;
  RateLimit: ResolverTypeWrapper<Types.RateLimit>;
  RedeliverWebhookInput: Types.RedeliverWebhookInput;
  RedeliverWebhookPayload: ResolverTypeWrapper<Outcome>;
  RejectInvitationInput: Types.RejectInvitationInput;
  RejectInvitationPayload: ResolverTypeWrapper<Outcome>;
  RemotePermission: ResolverTypeWrapper<RemotePermissionSource>;
  RemoveMemberInput: Types.RemoveMemberInput;
  RemoveMemberPayload: ResolverTypeWrapper<Outcome>;
  RemoveTeamInput: Types.RemoveTeamInput;
  RemoveTeamMemberInput: Types.RemoveTeamMemberInput;
  RemoveTeamMemberPayload: ResolverTypeWrapper<Outcome>;
  RemoveTeamPayload: ResolverTypeWrapper<Outcome>;
  RequireSecondFactorInput: Types.RequireSecondFactorInput;
  RequireSecondFactorPayload: ResolverTypeWrapper<Outcome>;
  Role: Types.Role;
  RotateWebhookSecretInput: Types.RotateWebhookSecretInput;
  RotateWebhookSecretPayload: ResolverTypeWrapper<Outcome>;
  SeenOrganizationInput: Types.SeenOrganizationInput;
  SeenRoleInput: Types.SeenRoleInput;
  SetActiveOrganizationInput: Types.SetActiveOrganizationInput;
  SetActiveOrganizationPayload: ResolverTypeWrapper<Outcome>;
  SlugAvailability: ResolverTypeWrapper<Types.SlugAvailability>;
  String: ResolverTypeWrapper<Types.Scalars['String']['output']>;
  Team: ResolverTypeWrapper<TeamSource>;
  TeamConnection: ResolverTypeWrapper<TeamConnectionSource>;
  TeamEdge: ResolverTypeWrapper<Omit<Types.TeamEdge, 'node'> & { node: ResolversTypes['Team'] }>;
  TestWebhookInput: Types.TestWebhookInput;
  TestWebhookPayload: ResolverTypeWrapper<Outcome>;
  UpdateApiKeyInput: Types.UpdateApiKeyInput;
  UpdateApiKeyPayload: ResolverTypeWrapper<Outcome>;
  UpdateAssignedRolesInput: Types.UpdateAssignedRolesInput;
  UpdateAssignedRolesPayload: ResolverTypeWrapper<Outcome>;
  UpdateMemberRolesInput: Types.UpdateMemberRolesInput;
  UpdateMemberRolesPayload: ResolverTypeWrapper<Outcome>;
  UpdateMemberTeamInput: Types.UpdateMemberTeamInput;
  UpdateMemberTeamPayload: ResolverTypeWrapper<Outcome>;
  UpdateOrganizationInput: Types.UpdateOrganizationInput;
  UpdateOrganizationPayload: ResolverTypeWrapper<Outcome>;
  UpdateRoleInput: Types.UpdateRoleInput;
  UpdateRolePayload: ResolverTypeWrapper<Outcome>;
  UpdateTeamInput: Types.UpdateTeamInput;
  UpdateTeamPayload: ResolverTypeWrapper<Outcome>;
  UpdateWebhookInput: Types.UpdateWebhookInput;
  UpdateWebhookPayload: ResolverTypeWrapper<Outcome>;
  User: ResolverTypeWrapper<UserSource>;
  UserError: ResolverTypeWrapper<Types.UserError>;
  UserErrorCode: Types.UserErrorCode;
  Viewer: ResolverTypeWrapper<ViewerSource>;
  Webhook: ResolverTypeWrapper<Types.Webhook>;
  WebhookDelivery: ResolverTypeWrapper<Types.WebhookDelivery>;
  WebhookDeliveryConnection: ResolverTypeWrapper<WebhookDeliveryConnectionSource>;
  WebhookDeliveryEdge: ResolverTypeWrapper<Types.WebhookDeliveryEdge>;
};

/** Mapping between all available schema types and the resolvers parents */
export type ResolversParentTypes = {
  AcceptInvitationInput: Types.AcceptInvitationInput;
  AcceptInvitationPayload: Outcome;
  Actor: ActorSource;
  AddTeamMemberInput: Types.AddTeamMemberInput;
  AddTeamMemberPayload: Outcome;
  ApiKey: Types.ApiKey;
  AuditLogActor: Types.AuditLogActor;
  AuditLogEntry: Types.AuditLogEntry;
  AuditLogEntryConnection: AuditLogEntryConnectionSource;
  AuditLogEntryEdge: Types.AuditLogEntryEdge;
  AuditLogFilter: Types.AuditLogFilter;
  AuditLogTarget: Types.AuditLogTarget;
  Boolean: Types.Scalars['Boolean']['output'];
  CancelInvitationInput: Types.CancelInvitationInput;
  CancelInvitationPayload: Outcome;
  CreateApiKeyInput: Types.CreateApiKeyInput;
  CreateApiKeyPayload: Outcome;
  CreateOrganizationInput: Types.CreateOrganizationInput;
  CreateOrganizationPayload: Outcome;
  CreateRoleInput: Types.CreateRoleInput;
  CreateRolePayload: Outcome;
  CreateTeamInput: Types.CreateTeamInput;
  CreateTeamPayload: Outcome;
  CreateWebhookInput: Types.CreateWebhookInput;
  CreateWebhookPayload: Outcome;
  DateTime: Types.Scalars['DateTime']['output'];
  DeleteApiKeyInput: Types.DeleteApiKeyInput;
  DeleteApiKeyPayload: Outcome;
  DeleteOrganizationInput: Types.DeleteOrganizationInput;
  DeleteOrganizationPayload: Outcome;
  DeleteRoleInput: Types.DeleteRoleInput;
  DeleteRolePayload: Outcome;
  DeleteWebhookInput: Types.DeleteWebhookInput;
  DeleteWebhookPayload: Outcome;
  ID: Types.Scalars['ID']['output'];
  Int: Types.Scalars['Int']['output'];
  Invitation: InvitationSource;
  InvitationConnection: InvitationConnectionSource;
  InvitationEdge: Omit<Types.InvitationEdge, 'node'> & { node: ResolversParentTypes['Invitation'] };
  InvitationOrder: Types.InvitationOrder;
  InvitationResult: Omit<Types.InvitationResult, 'invitation'> & { invitation?: Types.Maybe<ResolversParentTypes['Invitation']> };
  InviteMemberInput: Types.InviteMemberInput;
  InviteMemberPayload: Outcome;
  JSONObject: Types.Scalars['JSONObject']['output'];
  LeaveOrganizationInput: Types.LeaveOrganizationInput;
  LeaveOrganizationPayload: Outcome;
  Member: MemberSource;
  MemberBy: Types.MemberBy;
  MemberConnection: MemberConnectionSource;
  MemberEdge: Omit<Types.MemberEdge, 'node'> & { node: ResolversParentTypes['Member'] };
  MemberOrder: Types.MemberOrder;
  Mutation: Record<PropertyKey, never>;
  NamedOrder: Types.NamedOrder;
  Node: NodeSource;
  Organization: OrganizationSource;
  OrganizationBy: Types.OrganizationBy;
  OrganizationConnection: OrganizationConnectionSource;
  OrganizationEdge: Omit<Types.OrganizationEdge, 'node'> & { node: ResolversParentTypes['Organization'] };
  OrganizationRole: OrganizationRoleSource;
  PageInfo: Types.PageInfo;
  Query: Record<PropertyKey, never>;
  RateLimit: Types.RateLimit;
  RedeliverWebhookInput: Types.RedeliverWebhookInput;
  RedeliverWebhookPayload: Outcome;
  RejectInvitationInput: Types.RejectInvitationInput;
  RejectInvitationPayload: Outcome;
  RemotePermission: RemotePermissionSource;
  RemoveMemberInput: Types.RemoveMemberInput;
  RemoveMemberPayload: Outcome;
  RemoveTeamInput: Types.RemoveTeamInput;
  RemoveTeamMemberInput: Types.RemoveTeamMemberInput;
  RemoveTeamMemberPayload: Outcome;
  RemoveTeamPayload: Outcome;
  RequireSecondFactorInput: Types.RequireSecondFactorInput;
  RequireSecondFactorPayload: Outcome;
  RotateWebhookSecretInput: Types.RotateWebhookSecretInput;
  RotateWebhookSecretPayload: Outcome;
  SeenOrganizationInput: Types.SeenOrganizationInput;
  SeenRoleInput: Types.SeenRoleInput;
  SetActiveOrganizationInput: Types.SetActiveOrganizationInput;
  SetActiveOrganizationPayload: Outcome;
  SlugAvailability: Types.SlugAvailability;
  String: Types.Scalars['String']['output'];
  Team: TeamSource;
  TeamConnection: TeamConnectionSource;
  TeamEdge: Omit<Types.TeamEdge, 'node'> & { node: ResolversParentTypes['Team'] };
  TestWebhookInput: Types.TestWebhookInput;
  TestWebhookPayload: Outcome;
  UpdateApiKeyInput: Types.UpdateApiKeyInput;
  UpdateApiKeyPayload: Outcome;
  UpdateAssignedRolesInput: Types.UpdateAssignedRolesInput;
  UpdateAssignedRolesPayload: Outcome;
  UpdateMemberRolesInput: Types.UpdateMemberRolesInput;
  UpdateMemberRolesPayload: Outcome;
  UpdateMemberTeamInput: Types.UpdateMemberTeamInput;
  UpdateMemberTeamPayload: Outcome;
  UpdateOrganizationInput: Types.UpdateOrganizationInput;
  UpdateOrganizationPayload: Outcome;
  UpdateRoleInput: Types.UpdateRoleInput;
  UpdateRolePayload: Outcome;
  UpdateTeamInput: Types.UpdateTeamInput;
  UpdateTeamPayload: Outcome;
  UpdateWebhookInput: Types.UpdateWebhookInput;
  UpdateWebhookPayload: Outcome;
  User: UserSource;
  UserError: Types.UserError;
  Viewer: ViewerSource;
  Webhook: Types.Webhook;
  WebhookDelivery: Types.WebhookDelivery;
  WebhookDeliveryConnection: WebhookDeliveryConnectionSource;
  WebhookDeliveryEdge: Types.WebhookDeliveryEdge;
};

export type AcceptInvitationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['AcceptInvitationPayload'] = ResolversParentTypes['AcceptInvitationPayload']> = {
  invitation?: Resolver<Types.Maybe<ResolversTypes['Invitation']>, ParentType, ContextType>;
  member?: Resolver<Types.Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ActorResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Actor'] = ResolversParentTypes['Actor']> = {
  keyId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  organization?: Resolver<Types.Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  scopes?: Resolver<Types.Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  user?: Resolver<Types.Maybe<ResolversTypes['User']>, ParentType, ContextType>;
};

export type AddTeamMemberPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['AddTeamMemberPayload'] = ResolversParentTypes['AddTeamMemberPayload']> = {
  member?: Resolver<Types.Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  team?: Resolver<Types.Maybe<ResolversTypes['Team']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type ApiKeyResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['ApiKey'] = ResolversParentTypes['ApiKey']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  expiresAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  isEnabled?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  lastUsedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  name?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  organizationIds?: Resolver<Array<ResolversTypes['ID']>, ParentType, ContextType>;
  scopes?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  start?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type AuditLogActorResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['AuditLogActor'] = ResolversParentTypes['AuditLogActor']> = {
  actedForName?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  actedForUserId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  image?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
};

export type AuditLogEntryResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['AuditLogEntry'] = ResolversParentTypes['AuditLogEntry']> = {
  actor?: Resolver<ResolversTypes['AuditLogActor'], ParentType, ContextType>;
  at?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  details?: Resolver<ResolversTypes['JSONObject'], ParentType, ContextType>;
  email?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  event?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  position?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  requestId?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  target?: Resolver<ResolversTypes['AuditLogTarget'], ParentType, ContextType>;
};

export type AuditLogEntryConnectionResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['AuditLogEntryConnection'] = ResolversParentTypes['AuditLogEntryConnection']> = {
  edges?: Resolver<Array<ResolversTypes['AuditLogEntryEdge']>, ParentType, ContextType>;
  keptDays?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['AuditLogEntry']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type AuditLogEntryEdgeResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['AuditLogEntryEdge'] = ResolversParentTypes['AuditLogEntryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['AuditLogEntry'], ParentType, ContextType>;
};

export type AuditLogTargetResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['AuditLogTarget'] = ResolversParentTypes['AuditLogTarget']> = {
  databaseId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  kind?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  name?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type CancelInvitationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['CancelInvitationPayload'] = ResolversParentTypes['CancelInvitationPayload']> = {
  invitation?: Resolver<Types.Maybe<ResolversTypes['Invitation']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateApiKeyPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['CreateApiKeyPayload'] = ResolversParentTypes['CreateApiKeyPayload']> = {
  apiKey?: Resolver<Types.Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  key?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateOrganizationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['CreateOrganizationPayload'] = ResolversParentTypes['CreateOrganizationPayload']> = {
  organization?: Resolver<Types.Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateRolePayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['CreateRolePayload'] = ResolversParentTypes['CreateRolePayload']> = {
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  role?: Resolver<Types.Maybe<ResolversTypes['OrganizationRole']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateTeamPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['CreateTeamPayload'] = ResolversParentTypes['CreateTeamPayload']> = {
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  team?: Resolver<Types.Maybe<ResolversTypes['Team']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type CreateWebhookPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['CreateWebhookPayload'] = ResolversParentTypes['CreateWebhookPayload']> = {
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  secret?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
  webhook?: Resolver<Types.Maybe<ResolversTypes['Webhook']>, ParentType, ContextType>;
};

export interface DateTimeScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['DateTime'], any> {
  name: 'DateTime';
}

export type DeleteApiKeyPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['DeleteApiKeyPayload'] = ResolversParentTypes['DeleteApiKeyPayload']> = {
  deletedApiKeyId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type DeleteOrganizationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['DeleteOrganizationPayload'] = ResolversParentTypes['DeleteOrganizationPayload']> = {
  deletedOrganizationId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type DeleteRolePayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['DeleteRolePayload'] = ResolversParentTypes['DeleteRolePayload']> = {
  deletedRoleName?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type DeleteWebhookPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['DeleteWebhookPayload'] = ResolversParentTypes['DeleteWebhookPayload']> = {
  deletedWebhookId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type InvitationResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Invitation'] = ResolversParentTypes['Invitation']> = {
  assignedRoles?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  expiresAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  inviterEmail?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  inviterName?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isExpired?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  organizationName?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  organizationSlug?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  roles?: Resolver<Array<ResolversTypes['Role']>, ParentType, ContextType>;
  status?: Resolver<ResolversTypes['InvitationStatus'], ParentType, ContextType>;
  team?: Resolver<Types.Maybe<ResolversTypes['Team']>, ParentType, ContextType>;
  teams?: Resolver<Array<ResolversTypes['Team']>, ParentType, ContextType, Partial<Types.InvitationTeamsArgs>>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
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
  invitation?: Resolver<Types.Maybe<ResolversTypes['Invitation']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type InviteMemberPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['InviteMemberPayload'] = ResolversParentTypes['InviteMemberPayload']> = {
  invitation?: Resolver<Types.Maybe<ResolversTypes['Invitation']>, ParentType, ContextType>;
  isEmailSent?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export interface JsonObjectScalarConfig extends GraphQLScalarTypeConfig<ResolversTypes['JSONObject'], any> {
  name: 'JSONObject';
}

export type LeaveOrganizationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['LeaveOrganizationPayload'] = ResolversParentTypes['LeaveOrganizationPayload']> = {
  leftOrganizationId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type MemberResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Member'] = ResolversParentTypes['Member']> = {
  assignedRoles?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  hasSecondFactor?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  organization?: Resolver<Types.Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  roles?: Resolver<Array<ResolversTypes['Role']>, ParentType, ContextType>;
  team?: Resolver<Types.Maybe<ResolversTypes['Team']>, ParentType, ContextType>;
  teams?: Resolver<Array<ResolversTypes['Team']>, ParentType, ContextType, Partial<Types.MemberTeamsArgs>>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
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
  acceptInvitation?: Resolver<Types.Maybe<ResolversTypes['AcceptInvitationPayload']>, ParentType, ContextType, RequireFields<Types.MutationAcceptInvitationArgs, 'input'>>;
  addTeamMember?: Resolver<Types.Maybe<ResolversTypes['AddTeamMemberPayload']>, ParentType, ContextType, RequireFields<Types.MutationAddTeamMemberArgs, 'input'>>;
  cancelInvitation?: Resolver<Types.Maybe<ResolversTypes['CancelInvitationPayload']>, ParentType, ContextType, RequireFields<Types.MutationCancelInvitationArgs, 'input'>>;
  createApiKey?: Resolver<Types.Maybe<ResolversTypes['CreateApiKeyPayload']>, ParentType, ContextType, RequireFields<Types.MutationCreateApiKeyArgs, 'input'>>;
  createOrganization?: Resolver<Types.Maybe<ResolversTypes['CreateOrganizationPayload']>, ParentType, ContextType, RequireFields<Types.MutationCreateOrganizationArgs, 'input'>>;
  createRole?: Resolver<Types.Maybe<ResolversTypes['CreateRolePayload']>, ParentType, ContextType, RequireFields<Types.MutationCreateRoleArgs, 'input'>>;
  createTeam?: Resolver<Types.Maybe<ResolversTypes['CreateTeamPayload']>, ParentType, ContextType, RequireFields<Types.MutationCreateTeamArgs, 'input'>>;
  createWebhook?: Resolver<Types.Maybe<ResolversTypes['CreateWebhookPayload']>, ParentType, ContextType, RequireFields<Types.MutationCreateWebhookArgs, 'input'>>;
  deleteApiKey?: Resolver<Types.Maybe<ResolversTypes['DeleteApiKeyPayload']>, ParentType, ContextType, RequireFields<Types.MutationDeleteApiKeyArgs, 'input'>>;
  deleteOrganization?: Resolver<Types.Maybe<ResolversTypes['DeleteOrganizationPayload']>, ParentType, ContextType, RequireFields<Types.MutationDeleteOrganizationArgs, 'input'>>;
  deleteRole?: Resolver<Types.Maybe<ResolversTypes['DeleteRolePayload']>, ParentType, ContextType, RequireFields<Types.MutationDeleteRoleArgs, 'input'>>;
  deleteWebhook?: Resolver<Types.Maybe<ResolversTypes['DeleteWebhookPayload']>, ParentType, ContextType, RequireFields<Types.MutationDeleteWebhookArgs, 'input'>>;
  inviteMember?: Resolver<Types.Maybe<ResolversTypes['InviteMemberPayload']>, ParentType, ContextType, RequireFields<Types.MutationInviteMemberArgs, 'input'>>;
  leaveOrganization?: Resolver<Types.Maybe<ResolversTypes['LeaveOrganizationPayload']>, ParentType, ContextType, RequireFields<Types.MutationLeaveOrganizationArgs, 'input'>>;
  redeliverWebhook?: Resolver<Types.Maybe<ResolversTypes['RedeliverWebhookPayload']>, ParentType, ContextType, RequireFields<Types.MutationRedeliverWebhookArgs, 'input'>>;
  rejectInvitation?: Resolver<Types.Maybe<ResolversTypes['RejectInvitationPayload']>, ParentType, ContextType, RequireFields<Types.MutationRejectInvitationArgs, 'input'>>;
  removeMember?: Resolver<Types.Maybe<ResolversTypes['RemoveMemberPayload']>, ParentType, ContextType, RequireFields<Types.MutationRemoveMemberArgs, 'input'>>;
  removeTeam?: Resolver<Types.Maybe<ResolversTypes['RemoveTeamPayload']>, ParentType, ContextType, RequireFields<Types.MutationRemoveTeamArgs, 'input'>>;
  removeTeamMember?: Resolver<Types.Maybe<ResolversTypes['RemoveTeamMemberPayload']>, ParentType, ContextType, RequireFields<Types.MutationRemoveTeamMemberArgs, 'input'>>;
  requireSecondFactor?: Resolver<Types.Maybe<ResolversTypes['RequireSecondFactorPayload']>, ParentType, ContextType, RequireFields<Types.MutationRequireSecondFactorArgs, 'input'>>;
  rotateWebhookSecret?: Resolver<Types.Maybe<ResolversTypes['RotateWebhookSecretPayload']>, ParentType, ContextType, RequireFields<Types.MutationRotateWebhookSecretArgs, 'input'>>;
  setActiveOrganization?: Resolver<Types.Maybe<ResolversTypes['SetActiveOrganizationPayload']>, ParentType, ContextType, RequireFields<Types.MutationSetActiveOrganizationArgs, 'input'>>;
  testWebhook?: Resolver<Types.Maybe<ResolversTypes['TestWebhookPayload']>, ParentType, ContextType, RequireFields<Types.MutationTestWebhookArgs, 'input'>>;
  updateApiKey?: Resolver<Types.Maybe<ResolversTypes['UpdateApiKeyPayload']>, ParentType, ContextType, RequireFields<Types.MutationUpdateApiKeyArgs, 'input'>>;
  updateAssignedRoles?: Resolver<Types.Maybe<ResolversTypes['UpdateAssignedRolesPayload']>, ParentType, ContextType, RequireFields<Types.MutationUpdateAssignedRolesArgs, 'input'>>;
  updateMemberRoles?: Resolver<Types.Maybe<ResolversTypes['UpdateMemberRolesPayload']>, ParentType, ContextType, RequireFields<Types.MutationUpdateMemberRolesArgs, 'input'>>;
  updateMemberTeam?: Resolver<Types.Maybe<ResolversTypes['UpdateMemberTeamPayload']>, ParentType, ContextType, RequireFields<Types.MutationUpdateMemberTeamArgs, 'input'>>;
  updateOrganization?: Resolver<Types.Maybe<ResolversTypes['UpdateOrganizationPayload']>, ParentType, ContextType, RequireFields<Types.MutationUpdateOrganizationArgs, 'input'>>;
  updateRole?: Resolver<Types.Maybe<ResolversTypes['UpdateRolePayload']>, ParentType, ContextType, RequireFields<Types.MutationUpdateRoleArgs, 'input'>>;
  updateTeam?: Resolver<Types.Maybe<ResolversTypes['UpdateTeamPayload']>, ParentType, ContextType, RequireFields<Types.MutationUpdateTeamArgs, 'input'>>;
  updateWebhook?: Resolver<Types.Maybe<ResolversTypes['UpdateWebhookPayload']>, ParentType, ContextType, RequireFields<Types.MutationUpdateWebhookArgs, 'input'>>;
};

export type NodeResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Node'] = ResolversParentTypes['Node']> = {
  __resolveType: TypeResolveFn<'Invitation' | 'Member' | 'Organization' | 'Team' | 'User', ParentType, ContextType>;
};

export type OrganizationResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Organization'] = ResolversParentTypes['Organization']> = {
  apiKeys?: Resolver<Types.Maybe<Array<ResolversTypes['ApiKey']>>, ParentType, ContextType>;
  auditLog?: Resolver<Types.Maybe<ResolversTypes['AuditLogEntryConnection']>, ParentType, ContextType, Partial<Types.OrganizationAuditLogArgs>>;
  builtInRoles?: Resolver<Types.Maybe<Array<ResolversTypes['OrganizationRole']>>, ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  invitations?: Resolver<Types.Maybe<ResolversTypes['InvitationConnection']>, ParentType, ContextType, Partial<Types.OrganizationInvitationsArgs>>;
  isActive?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  logo?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  members?: Resolver<Types.Maybe<ResolversTypes['MemberConnection']>, ParentType, ContextType, Partial<Types.OrganizationMembersArgs>>;
  metadata?: Resolver<Types.Maybe<ResolversTypes['JSONObject']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  needsSecondFactor?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  remotePermissions?: Resolver<Types.Maybe<Array<ResolversTypes['RemotePermission']>>, ParentType, ContextType>;
  roles?: Resolver<Types.Maybe<Array<ResolversTypes['OrganizationRole']>>, ParentType, ContextType>;
  secondFactorRequiredAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  slug?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  teams?: Resolver<Types.Maybe<ResolversTypes['TeamConnection']>, ParentType, ContextType, Partial<Types.OrganizationTeamsArgs>>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  viewerGrants?: Resolver<Types.Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  viewerHasGrants?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<Types.OrganizationViewerHasGrantsArgs, 'grants'>>;
  viewerHasPermissions?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<Types.OrganizationViewerHasPermissionsArgs, 'permissions'>>;
  viewerMembership?: Resolver<Types.Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  viewerPermissions?: Resolver<Types.Maybe<Array<ResolversTypes['Permission']>>, ParentType, ContextType>;
  webhookDeliveries?: Resolver<Types.Maybe<ResolversTypes['WebhookDeliveryConnection']>, ParentType, ContextType, RequireFields<Types.OrganizationWebhookDeliveriesArgs, 'webhookId'>>;
  webhooks?: Resolver<Types.Maybe<Array<ResolversTypes['Webhook']>>, ParentType, ContextType>;
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

export type OrganizationRoleResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['OrganizationRole'] = ResolversParentTypes['OrganizationRole']> = {
  grants?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
  label?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  memberCount?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type PageInfoResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['PageInfo'] = ResolversParentTypes['PageInfo']> = {
  endCursor?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  hasNextPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  hasPreviousPage?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  startCursor?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
};

export type QueryResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Query'] = ResolversParentTypes['Query']> = {
  actor?: Resolver<Types.Maybe<ResolversTypes['Actor']>, ParentType, ContextType>;
  invitation?: Resolver<Types.Maybe<ResolversTypes['InvitationResult']>, ParentType, ContextType, RequireFields<Types.QueryInvitationArgs, 'id'>>;
  isOrganizationSlugAvailable?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType, RequireFields<Types.QueryIsOrganizationSlugAvailableArgs, 'slug'>>;
  node?: Resolver<Types.Maybe<ResolversTypes['Node']>, ParentType, ContextType, RequireFields<Types.QueryNodeArgs, 'id'>>;
  nodes?: Resolver<Types.Maybe<Array<Types.Maybe<ResolversTypes['Node']>>>, ParentType, ContextType, RequireFields<Types.QueryNodesArgs, 'ids'>>;
  organization?: Resolver<Types.Maybe<ResolversTypes['Organization']>, ParentType, ContextType, RequireFields<Types.QueryOrganizationArgs, 'by'>>;
  organizationSlug?: Resolver<Types.Maybe<ResolversTypes['SlugAvailability']>, ParentType, ContextType, RequireFields<Types.QueryOrganizationSlugArgs, 'slug'>>;
  rateLimit?: Resolver<ResolversTypes['RateLimit'], ParentType, ContextType>;
  viewer?: Resolver<Types.Maybe<ResolversTypes['Viewer']>, ParentType, ContextType>;
};

export type RateLimitResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['RateLimit'] = ResolversParentTypes['RateLimit']> = {
  cost?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  isEnforced?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  limit?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  remaining?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  resetAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
};

export type RedeliverWebhookPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['RedeliverWebhookPayload'] = ResolversParentTypes['RedeliverWebhookPayload']> = {
  deliveryId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RejectInvitationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['RejectInvitationPayload'] = ResolversParentTypes['RejectInvitationPayload']> = {
  invitation?: Resolver<Types.Maybe<ResolversTypes['Invitation']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RemotePermissionResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['RemotePermission'] = ResolversParentTypes['RemotePermission']> = {
  isForAdmins?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  label?: Resolver<ResolversTypes['String'], ParentType, ContextType, Partial<Types.RemotePermissionLabelArgs>>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  remote?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type RemoveMemberPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['RemoveMemberPayload'] = ResolversParentTypes['RemoveMemberPayload']> = {
  organization?: Resolver<Types.Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  removedMemberId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RemoveTeamMemberPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['RemoveTeamMemberPayload'] = ResolversParentTypes['RemoveTeamMemberPayload']> = {
  member?: Resolver<Types.Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  team?: Resolver<Types.Maybe<ResolversTypes['Team']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RemoveTeamPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['RemoveTeamPayload'] = ResolversParentTypes['RemoveTeamPayload']> = {
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  removedTeamId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RequireSecondFactorPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['RequireSecondFactorPayload'] = ResolversParentTypes['RequireSecondFactorPayload']> = {
  organization?: Resolver<Types.Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type RotateWebhookSecretPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['RotateWebhookSecretPayload'] = ResolversParentTypes['RotateWebhookSecretPayload']> = {
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  secret?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type SetActiveOrganizationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['SetActiveOrganizationPayload'] = ResolversParentTypes['SetActiveOrganizationPayload']> = {
  organization?: Resolver<Types.Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type SlugAvailabilityResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['SlugAvailability'] = ResolversParentTypes['SlugAvailability']> = {
  isAvailable?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  suggestions?: Resolver<Array<ResolversTypes['String']>, ParentType, ContextType>;
};

export type TeamResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Team'] = ResolversParentTypes['Team']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  members?: Resolver<Types.Maybe<ResolversTypes['MemberConnection']>, ParentType, ContextType, Partial<Types.TeamMembersArgs>>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  organization?: Resolver<Types.Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  updatedAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
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

export type TestWebhookPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['TestWebhookPayload'] = ResolversParentTypes['TestWebhookPayload']> = {
  deliveryId?: Resolver<Types.Maybe<ResolversTypes['ID']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UpdateApiKeyPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['UpdateApiKeyPayload'] = ResolversParentTypes['UpdateApiKeyPayload']> = {
  apiKey?: Resolver<Types.Maybe<ResolversTypes['ApiKey']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UpdateAssignedRolesPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['UpdateAssignedRolesPayload'] = ResolversParentTypes['UpdateAssignedRolesPayload']> = {
  member?: Resolver<Types.Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UpdateMemberRolesPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['UpdateMemberRolesPayload'] = ResolversParentTypes['UpdateMemberRolesPayload']> = {
  member?: Resolver<Types.Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UpdateMemberTeamPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['UpdateMemberTeamPayload'] = ResolversParentTypes['UpdateMemberTeamPayload']> = {
  member?: Resolver<Types.Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UpdateOrganizationPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['UpdateOrganizationPayload'] = ResolversParentTypes['UpdateOrganizationPayload']> = {
  organization?: Resolver<Types.Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UpdateRolePayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['UpdateRolePayload'] = ResolversParentTypes['UpdateRolePayload']> = {
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  role?: Resolver<Types.Maybe<ResolversTypes['OrganizationRole']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UpdateTeamPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['UpdateTeamPayload'] = ResolversParentTypes['UpdateTeamPayload']> = {
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  team?: Resolver<Types.Maybe<ResolversTypes['Team']>, ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
};

export type UpdateWebhookPayloadResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['UpdateWebhookPayload'] = ResolversParentTypes['UpdateWebhookPayload']> = {
  query?: Resolver<ResolversTypes['Query'], ParentType, ContextType>;
  userErrors?: Resolver<Array<ResolversTypes['UserError']>, ParentType, ContextType>;
  webhook?: Resolver<Types.Maybe<ResolversTypes['Webhook']>, ParentType, ContextType>;
};

export type UserResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['User'] = ResolversParentTypes['User']> = {
  createdAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  email?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  id?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  image?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  isEmailProved?: Resolver<Types.Maybe<ResolversTypes['Boolean']>, ParentType, ContextType>;
  name?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  updatedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  __isTypeOf?: IsTypeOfResolverFn<ParentType, ContextType>;
};

export type UserErrorResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['UserError'] = ResolversParentTypes['UserError']> = {
  code?: Resolver<ResolversTypes['UserErrorCode'], ParentType, ContextType>;
  limit?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  message?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  missingGrant?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  path?: Resolver<Types.Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  permission?: Resolver<Types.Maybe<ResolversTypes['Permission']>, ParentType, ContextType>;
};

export type ViewerResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Viewer'] = ResolversParentTypes['Viewer']> = {
  activeMembership?: Resolver<Types.Maybe<ResolversTypes['Member']>, ParentType, ContextType>;
  activeOrganization?: Resolver<Types.Maybe<ResolversTypes['Organization']>, ParentType, ContextType>;
  apiKeys?: Resolver<Types.Maybe<Array<ResolversTypes['ApiKey']>>, ParentType, ContextType>;
  invitations?: Resolver<Types.Maybe<ResolversTypes['InvitationConnection']>, ParentType, ContextType, Partial<Types.ViewerInvitationsArgs>>;
  isEmailProved?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  isEmailVerified?: Resolver<ResolversTypes['Boolean'], ParentType, ContextType>;
  organizations?: Resolver<Types.Maybe<ResolversTypes['OrganizationConnection']>, ParentType, ContextType, Partial<Types.ViewerOrganizationsArgs>>;
  teams?: Resolver<Types.Maybe<ResolversTypes['TeamConnection']>, ParentType, ContextType, Partial<Types.ViewerTeamsArgs>>;
  user?: Resolver<ResolversTypes['User'], ParentType, ContextType>;
};

export type WebhookResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['Webhook'] = ResolversParentTypes['Webhook']> = {
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  deliveredAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  disabledAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  disabledBy?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  events?: Resolver<Types.Maybe<Array<ResolversTypes['String']>>, ParentType, ContextType>;
  failedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  url?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
};

export type WebhookDeliveryResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['WebhookDelivery'] = ResolversParentTypes['WebhookDelivery']> = {
  attempts?: Resolver<ResolversTypes['Int'], ParentType, ContextType>;
  createdAt?: Resolver<ResolversTypes['DateTime'], ParentType, ContextType>;
  databaseId?: Resolver<ResolversTypes['ID'], ParentType, ContextType>;
  duration?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  error?: Resolver<Types.Maybe<ResolversTypes['String']>, ParentType, ContextType>;
  event?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  nextAttemptAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
  payload?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  state?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  status?: Resolver<Types.Maybe<ResolversTypes['Int']>, ParentType, ContextType>;
  triedAt?: Resolver<Types.Maybe<ResolversTypes['DateTime']>, ParentType, ContextType>;
};

export type WebhookDeliveryConnectionResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['WebhookDeliveryConnection'] = ResolversParentTypes['WebhookDeliveryConnection']> = {
  edges?: Resolver<Array<ResolversTypes['WebhookDeliveryEdge']>, ParentType, ContextType>;
  nodes?: Resolver<Array<ResolversTypes['WebhookDelivery']>, ParentType, ContextType>;
  pageInfo?: Resolver<ResolversTypes['PageInfo'], ParentType, ContextType>;
};

export type WebhookDeliveryEdgeResolvers<ContextType = GatewayContext, ParentType extends ResolversParentTypes['WebhookDeliveryEdge'] = ResolversParentTypes['WebhookDeliveryEdge']> = {
  cursor?: Resolver<ResolversTypes['String'], ParentType, ContextType>;
  node?: Resolver<ResolversTypes['WebhookDelivery'], ParentType, ContextType>;
};

export type Resolvers<ContextType = GatewayContext> = {
  AcceptInvitationPayload?: AcceptInvitationPayloadResolvers<ContextType>;
  Actor?: ActorResolvers<ContextType>;
  AddTeamMemberPayload?: AddTeamMemberPayloadResolvers<ContextType>;
  ApiKey?: ApiKeyResolvers<ContextType>;
  AuditLogActor?: AuditLogActorResolvers<ContextType>;
  AuditLogEntry?: AuditLogEntryResolvers<ContextType>;
  AuditLogEntryConnection?: AuditLogEntryConnectionResolvers<ContextType>;
  AuditLogEntryEdge?: AuditLogEntryEdgeResolvers<ContextType>;
  AuditLogTarget?: AuditLogTargetResolvers<ContextType>;
  CancelInvitationPayload?: CancelInvitationPayloadResolvers<ContextType>;
  CreateApiKeyPayload?: CreateApiKeyPayloadResolvers<ContextType>;
  CreateOrganizationPayload?: CreateOrganizationPayloadResolvers<ContextType>;
  CreateRolePayload?: CreateRolePayloadResolvers<ContextType>;
  CreateTeamPayload?: CreateTeamPayloadResolvers<ContextType>;
  CreateWebhookPayload?: CreateWebhookPayloadResolvers<ContextType>;
  DateTime?: GraphQLScalarType;
  DeleteApiKeyPayload?: DeleteApiKeyPayloadResolvers<ContextType>;
  DeleteOrganizationPayload?: DeleteOrganizationPayloadResolvers<ContextType>;
  DeleteRolePayload?: DeleteRolePayloadResolvers<ContextType>;
  DeleteWebhookPayload?: DeleteWebhookPayloadResolvers<ContextType>;
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
  OrganizationRole?: OrganizationRoleResolvers<ContextType>;
  PageInfo?: PageInfoResolvers<ContextType>;
  Query?: QueryResolvers<ContextType>;
  RateLimit?: RateLimitResolvers<ContextType>;
  RedeliverWebhookPayload?: RedeliverWebhookPayloadResolvers<ContextType>;
  RejectInvitationPayload?: RejectInvitationPayloadResolvers<ContextType>;
  RemotePermission?: RemotePermissionResolvers<ContextType>;
  RemoveMemberPayload?: RemoveMemberPayloadResolvers<ContextType>;
  RemoveTeamMemberPayload?: RemoveTeamMemberPayloadResolvers<ContextType>;
  RemoveTeamPayload?: RemoveTeamPayloadResolvers<ContextType>;
  RequireSecondFactorPayload?: RequireSecondFactorPayloadResolvers<ContextType>;
  RotateWebhookSecretPayload?: RotateWebhookSecretPayloadResolvers<ContextType>;
  SetActiveOrganizationPayload?: SetActiveOrganizationPayloadResolvers<ContextType>;
  SlugAvailability?: SlugAvailabilityResolvers<ContextType>;
  Team?: TeamResolvers<ContextType>;
  TeamConnection?: TeamConnectionResolvers<ContextType>;
  TeamEdge?: TeamEdgeResolvers<ContextType>;
  TestWebhookPayload?: TestWebhookPayloadResolvers<ContextType>;
  UpdateApiKeyPayload?: UpdateApiKeyPayloadResolvers<ContextType>;
  UpdateAssignedRolesPayload?: UpdateAssignedRolesPayloadResolvers<ContextType>;
  UpdateMemberRolesPayload?: UpdateMemberRolesPayloadResolvers<ContextType>;
  UpdateMemberTeamPayload?: UpdateMemberTeamPayloadResolvers<ContextType>;
  UpdateOrganizationPayload?: UpdateOrganizationPayloadResolvers<ContextType>;
  UpdateRolePayload?: UpdateRolePayloadResolvers<ContextType>;
  UpdateTeamPayload?: UpdateTeamPayloadResolvers<ContextType>;
  UpdateWebhookPayload?: UpdateWebhookPayloadResolvers<ContextType>;
  User?: UserResolvers<ContextType>;
  UserError?: UserErrorResolvers<ContextType>;
  Viewer?: ViewerResolvers<ContextType>;
  Webhook?: WebhookResolvers<ContextType>;
  WebhookDelivery?: WebhookDeliveryResolvers<ContextType>;
  WebhookDeliveryConnection?: WebhookDeliveryConnectionResolvers<ContextType>;
  WebhookDeliveryEdge?: WebhookDeliveryEdgeResolvers<ContextType>;
};

