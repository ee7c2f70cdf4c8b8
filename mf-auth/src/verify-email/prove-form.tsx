import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  Form,
  PasswordField,
  redirectTarget,
  request,
  Stack,
  SubmitButton,
  Text,
  TextLink,
  useForm,
  useLocation,
} from 'kit'
import { credentialTexts } from '../credential-texts.ts'
import { useArrival } from '../use-arrival.ts'

/** The password proves that the account's creator also owns the email whose link was opened. */
export function ProveForm({ email }: { email: string }) {
  const { t } = useLingui()
  const target = redirectTarget(useLocation().search)
  const arrive = useArrival()
  const form = useForm({
    initial: { password: '' },
    texts: credentialTexts,
    validate: ({ password }) => ({ password: !password && 'PASSWORD_MISSING' }),
    submit: async ({ password }) => {
      const { data, error } = await request(() => authClient.POST('/sign-in/email', { body: { email, password } }))
      if (error) return error
      await arrive(data)
      return null
    },
  })
  return (
    <Stack>
      <Text>
        <Trans>
          Enter the password for <strong>{email}</strong> again, so we know you created this account.
        </Trans>
      </Text>
      <Form form={form}>
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <PasswordField {...form.field('password')} label={t`Password`} autoComplete="current-password" />
        <SubmitButton>{t`Continue`}</SubmitButton>
      </Form>
      <Text>
        <Trans>
          Wasn’t you? <TextLink to="/forgot-password">Choose a new password</TextLink>, and the account is yours alone.
        </Trans>
      </Text>
      <TextLink to={target}>{t`Not now`}</TextLink>
    </Stack>
  )
}
