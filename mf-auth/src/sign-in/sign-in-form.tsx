import { useLingui } from '@lingui/react/macro'
import {
  authClient,
  Checkbox,
  Form,
  PasswordField,
  redirectTarget,
  request,
  SubmitButton,
  tabStore,
  TextInput,
  TextLink,
  useForm,
  useLocation,
  trimAddress,
} from 'kit'
import { useState } from 'react'
import { credentialTexts } from '../credential-texts.ts'
import { verifiedUrl } from '../return-url.ts'
import { useTypedEmail } from '../typed-email.ts'
import { useArrival } from '../use-arrival.ts'
import { useInvitedEmail } from '../use-invited-email.tsx'

/** Takes an email or a username in one field; an email contains an @. */
export function SignInForm() {
  const { t } = useLingui()
  const { search } = useLocation()
  const arrive = useArrival()
  const { email, lock, unlock } = useInvitedEmail()
  const typed = useTypedEmail()
  const [rememberMe, setRememberMe] = useState(true)
  const form = useForm({
    initial: { identifier: email || typed, password: '' },
    texts: credentialTexts,
    validate: ({ identifier, password }) => ({
      identifier: !trimAddress(identifier) && 'IDENTIFIER_MISSING',
      password: !password && 'PASSWORD_MISSING',
    }),
    fieldOf: { INVALID_EMAIL: 'identifier' },
    submit: async ({ identifier, password }) => {
      const [typedName, shared] = [trimAddress(identifier), { password, rememberMe }]
      // The target of the emailed link, if the email must be verified first.
      const callbackURL = verifiedUrl(redirectTarget(search))
      const { data, error } = typedName.includes('@')
        ? await request(() => authClient.POST('/sign-in/email', { body: { ...shared, email: typedName, callbackURL } }))
        : await request(() => authClient.POST('/sign-in/username', { body: { ...shared, username: typedName } }))
      if (error) return error
      tabStore.set('by password', 'yes') // the shell offers a passkey
      await arrive(data)
      return null
    },
  })
  const { identifier } = form.values
  return (
    <Form form={form}>
      <TextInput
        {...form.field('identifier')}
        {...lock}
        label={t`Email or username`}
        autoComplete="username webauthn"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="email"
      />
      {unlock}
      <PasswordField
        {...form.field('password')}
        label={t`Password`}
        autoComplete="current-password"
        aside={
          <TextLink
            to={`/forgot-password${search}`}
            state={identifier.includes('@') ? { email: trimAddress(identifier) } : null}
          >
            {t`Forgot password?`}
          </TextLink>
        }
      />
      <Checkbox
        name="rememberMe"
        label={t`Remember me on this device`}
        checked={rememberMe}
        onChange={({ currentTarget }) => setRememberMe(currentTarget.checked)}
      />
      <SubmitButton>{t`Sign in`}</SubmitButton>
    </Form>
  )
}
