// Shared by the shell and all remotes as one instance. Every page loads all of it, and published
// remotes depend on it: add with care, remove only in a new major version.
export { i18n } from '@lingui/core'
export { I18nProvider, useLingui } from '@lingui/react'
export {
  Alert,
  Badge,
  Button,
  Group,
  NativeSelect,
  Stack,
  Text,
  TextInput,
  useMantineColorScheme as useColorScheme,
  VisuallyHidden,
} from '@mantine/core'
export { authClient, fetchAsUser, request, type Result, type CallError } from './auth-client.ts'
export { brand } from './brand.ts'
export { EmailField } from './form/email-field.tsx'
export { Form, SubmitButton } from './form/form.tsx'
export { PasswordField } from './form/password-field.tsx'
export { useForm, type FieldProps, type FormError } from './form/use-form.ts'
export { useUnsavedChanges } from './form/unsaved-changes.ts'
export { useCredentialRules } from './form/use-credential-rules.ts'
export { useSettled } from './form/use-settled.ts'
export * from './events.ts'
export type { GeneralErrorCode, RefusalOf } from './error-codes.ts'
export { useErrorText, type ErrorTexts } from './i18n/error-text.ts'
export { useFormat } from './i18n/format.ts'
export { LanguageSelect } from './i18n/language-select.tsx'
export { languages as LOCALES } from 'rest-auth/languages'
export { Trans } from './i18n/trans.tsx'
export { PictureField } from './picture/picture-field.tsx'
export type { PlaceEntry } from 'contract/entries-of.ts'
export {
  type AccountPlaceProps,
  type OrganizationPlaceProps,
  Place,
  type PlaceComponents,
  type StartCardProps,
  usePlaces,
} from './places/places.tsx'
export * from './router/index.ts'
export { onRemoteError, type RemoteError, type RemotePhase } from './remote-errors.ts'
export { redirectTarget, withRedirectTarget } from './session/redirect-target.ts'
export { getSession, loadSession, refreshSession, signOut, useSession } from './session/session.ts'
export type { Session, User } from './session/session-types.ts'
export { useStepUp } from './step-up/use-step-up.tsx'
export { ActionButton } from './ui/action-button.tsx'
export { Avatar } from './ui/avatar.tsx'
export { BrandMark } from './ui/brand-mark.tsx'
export { Checkbox } from './ui/checkbox.tsx'
export { Dialog } from './ui/dialog.tsx'
export { Failure, LoadFailure, useFailure } from './ui/failure.tsx'
export { LinkButton, TextLink } from './ui/links.tsx'
export { Tabs } from './ui/tabs.tsx'
export { EmptyState, Notice, Page, Panel, PanelPage, SectionHead } from './ui/page.tsx'
export { Person } from './ui/person.tsx'
export { Popover } from './ui/popover.tsx'
export { RequestId } from './ui/request-id.tsx'
export { useLazyComponent } from './ui/use-lazy-component.tsx'
export { Waiting } from './ui/waiting.tsx'
export { useRequest } from './use-request.ts'
export { startCooldown, useCooldown } from './use-cooldown.ts'
