import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  emailOf,
  Form,
  LinkButton,
  Notice,
  PasswordField,
  request,
  refreshSession,
  startCooldown,
  SubmitButton,
  Text,
  TextInput,
  useCooldown,
  useForm,
  useNavigate,
  type User,
  trimAddress,
} from 'kit'
import { accountTexts } from '../account-texts.ts'
import { callbackURL, MAIL_PAUSE_S, pauseOf, ResendLink } from './resend-link.tsx'

interface Props {
  user: User
  hasPassword: boolean
  /** The server refused the deletion for a reason that the page explains. */
  onObstacle: () => void
}
/** The default lifetime of the link. */
const MAILED_S = 86_400
const emailedOf = (email: string) => `account deletion link for ${email}`

/** Requires the email (or the name of a user without one) and, if there is one, the password. May need a confirmation by email. */
export function DeleteAccountForm({ user, hasPassword, onObstacle }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const email = emailOf(user) ?? user.name
  // The server does not report pending links, so the tab remembers its own.
  const [linkHoldsFor, setLinkHoldsFor] = useCooldown(emailedOf(email))
  const mailed = linkHoldsFor > 0
  const isConfirmed = (typed: string) => trimAddress(typed).toLowerCase() === email.toLowerCase()
  const form = useForm({
    initial: { confirmation: '', password: '' },
    texts: accountTexts,
    validate: ({ confirmation, password }) => ({
      confirmation: !isConfirmed(confirmation) && 'CONFIRMATION_WRONG',
      password: hasPassword && !password && 'CURRENT_PASSWORD_MISSING',
    }),
    fieldOf: { INVALID_PASSWORD: 'password', CREDENTIAL_ACCOUNT_NOT_FOUND: 'password' },
    submit: async ({ password }) => {
      const body = { callbackURL, ...(hasPassword && { password }) }
      const { data, error } = await request(() => authClient.POST('/delete-user', { body }))
      if (error?.code === 'YOU_CANNOT_LEAVE_THE_ORGANIZATION_AS_THE_ONLY_OWNER') onObstacle()
      if (error) return error
      form.reset()
      if (data.message !== 'User deleted') {
        startCooldown(pauseOf(email), MAIL_PAUSE_S)
        setLinkHoldsFor(MAILED_S)
        return null
      }
      await refreshSession()
      await navigate(callbackURL, { replace: true })
      return null
    },
  })
  return (
    <>
      <Notice>
        {mailed && (
          <Trans>
            We sent an email to {email}. Open its link in a browser where you’re signed in to delete your account. Until
            then, nothing changes.
          </Trans>
        )}
      </Notice>
      {mailed ? (
        <ResendLink email={email} onRefused={() => setLinkHoldsFor(0)} />
      ) : (
        <Form form={form}>
          <TextInput
            {...form.field('confirmation')}
            label={t`Type ${email} to confirm`}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
          />
          {hasPassword && (
            <PasswordField {...form.field('password')} label={t`Password`} autoComplete="current-password" />
          )}
          {user.emailVerified && (
            <Text>{t`We may email ${email} a link. Then the account is deleted once you open it.`}</Text>
          )}
          <div className="kit-foot">
            <LinkButton to="/account/profile" variant="subtle" color="gray">{t`Cancel`}</LinkButton>
            <SubmitButton color="red" variant={isConfirmed(form.values.confirmation) ? 'filled' : 'outline'}>
              {t`Delete account`}
            </SubmitButton>
          </div>
        </Form>
      )}
    </>
  )
}
