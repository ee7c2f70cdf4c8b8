// Shared by the shell and all remotes as one instance. Every page loads all of it, and published
// remotes depend on it: add with care, remove only in a new major version.
/** @example const language = i18n.locale */
export { i18n } from '@lingui/core'
export {
  /** @example <I18nProvider i18n={i18n}>…</I18nProvider> */
  I18nProvider,
  /** @example const { i18n } = useLingui() */
  useLingui,
} from '@lingui/react'
export {
  /**
   * @example <Badge>Draft</Badge>
   * @example <Badge color="green">Paid</Badge>
   */
  Badge,
  /**
   * @example <Button onClick={open}>Save</Button>
   * @example <Button variant="default">Cancel</Button>
   * @example <Button variant="subtle" color="gray" size="sm">Edit</Button>
   * @example <Button variant="outline" color="red">Delete…</Button>
   * @example <Button color="red">Delete</Button>
   * @example <Button disabled>Save</Button>
   */
  Button,
  /** @example <Group><Button>Save</Button></Group> */
  Group,
  /** @example <NativeSelect label="Currency" data={['EUR', 'USD']} /> */
  NativeSelect,
  /** @example <Stack><Text>One</Text></Stack> */
  Stack,
  /** @example <Text c="dimmed">Due tomorrow</Text> */
  Text,
  /**
   * @example <TextInput {...form.field('number')} label="Number" />
   * @example <TextInput label="Number" description="As on the paper" error="Enter a number." />
   * @example <TextInput label="Number" value="2026-17" disabled />
   */
  TextInput,
  /** @example const { colorScheme } = useColorScheme() */
  useMantineColorScheme as useColorScheme,
  /** @example <VisuallyHidden>Loading</VisuallyHidden> */
  VisuallyHidden,
} from '@mantine/core'
export {
  /** @example const { data, error } = await request(() => authClient.GET('/get-session')) */
  authClient,
  /** @example const response = await fetchAsUser(new Request('/api/mf-invoices/list')) */
  fetchAsUser,
  /** @example const { data, error } = await request(() => authClient.POST('/update-user', { body: { name } })) */
  request,
  /** @example type Loaded = Result<string[]> */
  type Result,
  /** @example const isGone = (error: CallError) => error.status === 404 */
  type CallError,
} from './auth-client.ts'
/** @example const title = `Invoices · ${brand.name}` */
export { brand } from './brand.ts'
/** @example const shown = emailOf(user) ?? user.name */
export { emailOf } from './email-of.ts'
/** @example hasFact('sign-up') && <TextLink to="/sign-up">Sign up</TextLink> */
export { hasFact } from './facts.ts'
/** @example <EmailField {...form.field('email')} label="Email" /> */
export { EmailField } from './form/email-field.tsx'
export {
  /** @example <Form form={form}><SubmitButton>Save</SubmitButton></Form> */
  Form,
  /** @example <Form form={form}><SubmitButton>Save</SubmitButton></Form> */
  SubmitButton,
} from './form/form.tsx'
/** @example <PasswordField {...form.field('password')} label="Password" autoComplete="new-password" /> */
export { PasswordField } from './form/password-field.tsx'
export {
  /** @example const form = useForm({ initial: { name: '' }, texts: {}, submit: ({ name }) => save(name) }) */
  useForm,
  /** @example const Amount = (props: FieldProps) => <TextInput {...props} label="Amount" /> */
  type FieldProps,
  /** @example const error: FormError = { code: 'NAME_IS_TAKEN' } */
  type FormError,
} from './form/use-form.ts'
/** @example const email = trimAddress(form.values.email) */
export { trimAddress } from './form/trim-address.ts'
/** @example useUnsavedChanges(text !== '') */
export { useUnsavedChanges } from './form/unsaved-changes.ts'
export {
  /**
   * @example const isOpen = browserStore.get('invoices: filter') === 'open'
   * @example browserStore.set('invoices: filter', 'open')
   */
  browserStore,
  /** @example tabStore.set('invoices: draft', text) */
  tabStore,
} from './storage.ts'
/** @example const { password } = useCredentialRules() */
export { useCredentialRules } from './form/use-credential-rules.ts'
/** @example const search = useSettled(text) */
export { useSettled } from './form/use-settled.ts'
export * from './events.ts'
export type {
  /** @example const isLimit = (code: GeneralErrorCode) => code === 'TOO_MANY_REQUESTS' */
  GeneralErrorCode,
  /** @example type Refused = RefusalOf<'/update-user'> */
  RefusalOf,
} from './error-codes.ts'
export {
  /** @example const errorText = useErrorText(), text = errorText({ code: 'FORBIDDEN' }) */
  useErrorText,
  /** @example const texts: ErrorTexts<'PAID'> = { PAID: msg`It is paid already.` } */
  type ErrorTexts,
} from './i18n/error-text.ts'
/** @example const isCanceled = isCanceledAtProvider('access_denied') */
export { isCanceledAtProvider } from './i18n/redirect-error-texts.ts'
/** @example const { money } = useFormat(), price = money(12.5, 'EUR') */
export { useFormat } from './i18n/format.ts'
/** @example <LanguageSelect /> */
export { LanguageSelect } from './i18n/language-select.tsx'
/** @example const isKnown = LOCALES.some((locale) => locale === 'de') */
export { languages as LOCALES } from 'contract/languages.ts'
/** @example <Trans id="invoice.paid" message="Paid" /> */
export { Trans } from './i18n/trans.tsx'
export {
  /** @example const isOffered = canUsePasskeys && !knowsPasskey() */
  canUsePasskeys,
  /** @example const isSuggested = knowsPasskey() */
  knowsPasskey,
  /** @example const { signInByPasskey } = await loadPasskeys(), { user } = await signInByPasskey() */
  loadPasskeys,
} from './passkeys/load-passkeys.ts'
export {
  /** @example const isDraft = (organization: PageOrganization) => organization.permissions.includes('mf-invoices:draft') */
  type PageOrganization,
  /** @example const organization = useOrganization(), title = organization?.name */
  useOrganization,
} from './organization/use-organization.ts'
/** @example <PictureField user={user} label="Logo" chooseText="Choose" removeText="Remove" texts={{}} onSave={save} /> */
export { PictureField } from './picture/picture-field.tsx'
/** @example const keyOf = ({ name }: PlaceEntry) => name */
export type { PlaceEntry } from 'contract/entries-of.ts'
export {
  /** @example const Section = ({ user }: AccountPlaceProps) => <Text>{user.email}</Text> */
  type AccountPlaceProps,
  /** @example const Tab = ({ organization }: OrganizationPlaceProps) => <Text>{organization.name}</Text> */
  type OrganizationPlaceProps,
  /** @example <Place place="start-card" entry={entry} user={user} /> */
  Place,
  /** @example const places: PlaceComponents = { 'start-card': { open: ({ user }) => <Text>{user.name}</Text> } } */
  type PlaceComponents,
  /** @example const Card = ({ user }: StartCardProps) => <Text>{user.name}</Text> */
  type StartCardProps,
  /** @example const cards = usePlaces('start-card') */
  usePlaces,
} from './places/places.tsx'
export * from './router/index.ts'
export {
  /** @example onRemoteError(({ remote, error }) => console.error(remote, error)) */
  onRemoteError,
  /** @example const isOwn = ({ remote }: RemoteError) => remote === 'mf-invoices' */
  type RemoteError,
  /** @example const isShown = (phase: RemotePhase) => phase === 'render' || phase === 'place' */
  type RemotePhase,
} from './remote-errors.ts'
export {
  /** @example const target = redirectTarget(location.search) */
  redirectTarget,
  /** @example const to = withRedirectTarget('/sign-in', '/invoices') */
  withRedirectTarget,
} from './session/redirect-target.ts'
export {
  /** @example const isSignedIn = getSession().status === 'signed-in' */
  getSession,
  /** @example const { status } = await loadSession() */
  loadSession,
  /** @example await refreshSession() */
  refreshSession,
  /** @example const error = await signOut() */
  signOut,
  /** @example const session = useSession(), name = session.status === 'signed-in' ? session.user.name : null */
  useSession,
} from './session/session.ts'
export type {
  /** @example const organizationOf = (session: Session) => session.activeOrganizationId */
  Session,
  /** @example const nameOf = (user: User) => user.name */
  User,
} from './session/session-types.ts'
export {
  /** @example <SecondFactor methods={['totp']} onDone={async () => {}} onExpired={() => {}} /> */
  SecondFactor,
  /** @example const { freshly, stepUp } = useStepUp() */
  useStepUp,
} from './step-up/use-step-up.tsx'
/**
 * @example <Alert color="red">Not saved.</Alert>
 * @example <Alert color="yellow" title="Verify your email">Open the link.</Alert>
 * @example <Alert color="green">Saved.</Alert>
 */
export { Alert } from './alert.tsx'
/** @example <ActionButton onAct={() => refreshSession()}>Refresh</ActionButton> */
export { ActionButton } from './ui/action-button.tsx'
/** @example <Avatar user={user} size={24} /> */
export { Avatar } from './ui/avatar.tsx'
/** @example <BrandMark size={24} /> */
export { BrandMark } from './ui/brand-mark.tsx'
/**
 * @example <Checkbox label="Paid" description="Moves it to the archive" />
 * @example <Checkbox label="Paid" defaultChecked disabled />
 */
export { Checkbox } from './ui/checkbox.tsx'
export {
  /** @example <Dialog opened={isOpen} title="Delete the invoice?" onClose={close}>…</Dialog> */
  Dialog,
  /** @example <DialogActions onCancel={close}><Button color="red">Delete</Button></DialogActions> */
  DialogActions,
} from './ui/dialog.tsx'
export {
  /** @example <Failure error={{ code: 'FORBIDDEN' }} /> */
  Failure,
  /** @example <LoadFailure error={{ code: 'NETWORK_FAILURE' }} onRetry={reload} /> */
  LoadFailure,
  /** @example const { failed, failure } = useFailure() */
  useFailure,
} from './ui/failure.tsx'
export {
  /** @example <LinkButton to="/invoices/new">New invoice</LinkButton> */
  LinkButton,
  /** @example <TextLink to="/invoices">All invoices</TextLink> */
  TextLink,
} from './ui/links.tsx'
/** @example <Tabs label="Invoices" items={[{ to: '/invoices', text: 'Open' }, { to: '/invoices/paid', text: 'Paid' }]} /> */
export { Tabs } from './ui/tabs.tsx'
export {
  /** @example <EmptyState title="No invoices">New ones appear here.</EmptyState> */
  EmptyState,
  /** @example <EmptyPage title="Invoice not found"><LinkButton to="/invoices">All invoices</LinkButton></EmptyPage> */
  EmptyPage,
  /** @example <Page title="Invoices"><Panel>…</Panel></Page> */
  Page,
  /** @example <Panel title="Open"><Text>…</Text></Panel> */
  Panel,
  /** @example <PanelPage title="New invoice">…</PanelPage> */
  PanelPage,
  /** @example <SectionHead title="Open" description="Due this month" /> */
  SectionHead,
} from './ui/page.tsx'
/** @example <Notice>Saved.</Notice> */
export { Notice } from './ui/notice.tsx'
/** @example <Group><Button onClick={open}>Save</Button><Toast>{isOpen && 'Saved.'}</Toast></Group> */
export { Toast } from './ui/toast.tsx'
/** @example <Person user={user} /> */
export { Person } from './ui/person.tsx'
/** @example <Popover label="Filter" purpose="Filter the invoices"><Checkbox label="Paid" /></Popover> */
export { Popover } from './ui/popover.tsx'
/** @example <RequestId /> */
export { RequestId } from './ui/request-id.tsx'
/** @example const { Component, fallback } = useLazyComponent(isOpen, loadChart) */
export { useLazyComponent } from './ui/use-lazy-component.tsx'
/**
 * @example <Waiting lines={2} />
 * @example <Waiting lines={2} isList />
 */
export { Waiting } from './ui/waiting.tsx'
/** @example const [response, reload] = useRequest('session', () => request(() => authClient.GET('/get-session'))) */
export { useRequest } from './use-request.ts'
export {
  /** @example startCooldown('resend', 60) */
  startCooldown,
  /** @example const [secondsLeft, start] = useCooldown('resend') */
  useCooldown,
} from './use-cooldown.ts'
