import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  EmailField,
  Form,
  LOCALES,
  PasswordField,
  redirectTarget,
  request,
  SubmitButton,
  TextInput,
  TextLink,
  useForm,
  useLocation,
  trimAddress,
} from 'kit'
import { credentialTexts } from '../credential-texts.ts'
import { verifiedUrl } from '../return-url.ts'
import { useArrival } from '../use-arrival.ts'
import { useInvitedEmail } from '../use-invited-email.tsx'

/** If the email must be verified first, calls `onVerificationEmailed` instead of signing in. */
export function SignUpForm({ onVerificationEmailed }: { onVerificationEmailed: (email: string) => void }) {
  const { t, i18n } = useLingui()
  const { search } = useLocation()
  const arrive = useArrival()
  const invited = useInvitedEmail()
  const form = useForm({
    initial: { name: '', email: invited.email, password: '' },
    texts: credentialTexts,
    validate: ({ name, email, password }) => ({
      name: !name.trim() && 'NAME_MISSING',
      email: !trimAddress(email) && 'EMAIL_MISSING',
      password: !password && 'NEW_PASSWORD_MISSING',
    }),
    fieldOf: {
      INVALID_EMAIL: 'email',
      USER_ALREADY_EXISTS: 'email',
      PASSWORD_TOO_COMMON: 'password',
      PASSWORD_TOO_SHORT: 'password',
      PASSWORD_TOO_LONG: 'password',
    },
    submit: async ({ name, email, password }) => {
      const language = LOCALES.find((locale) => locale === i18n.locale) ?? null
      const body = {
        name: name.trim(),
        email: trimAddress(email),
        password,
        language,
        callbackURL: verifiedUrl(redirectTarget(search)),
      }
      const { data, error } = await request(() => authClient.POST('/sign-up/email', { body }))
      if (error) return error
      if (!data.token) {
        onVerificationEmailed(body.email)
        return null
      }
      await arrive()
      return null
    },
  })
  const email = trimAddress(form.values.email)
  const isTaken = form.fieldErrors.email === 'USER_ALREADY_EXISTS' && {
    error: (
      <Trans>
        This email already has an account.{' '}
        <TextLink to={`/sign-in${search}`} state={{ email }}>
          Sign in instead
        </TextLink>
      </Trans>
    ),
  }
  return (
    <Form form={form}>
      <TextInput {...form.field('name')} label={t`Name`} autoComplete="name" />
      <EmailField {...form.field('email')} {...isTaken} {...invited.lock} label={t`Email`} />
      {invited.unlock}
      <PasswordField
        {...form.field('password')}
        names={[form.values.name, email]}
        label={t`Password`}
        autoComplete="new-password"
      />
      <SubmitButton>{t`Sign up`}</SubmitButton>
    </Form>
  )
}
