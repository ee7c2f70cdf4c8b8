import { useLingui } from '@lingui/react/macro'
import { authClient, type FieldProps, request, TextInput, useCredentialRules, useRequest, useSettled } from 'kit'

interface Props extends FieldProps {
  own: string
  isSending: boolean
}

export function UsernameField({ own, isSending, ...field }: Props) {
  const { t } = useLingui()
  const username = useSettled(field.value)
  const ask = username !== '' && username.toLowerCase() !== own.toLowerCase()
  const [response] = useRequest(ask ? username : null, () =>
    request(() => authClient.POST('/is-username-available', { body: { username } })),
  )
  const { username: limits, isKnown } = useCredentialRules()
  const { minLength, maxLength } = limits
  const known = username === field.value ? response?.data?.available : undefined
  // During submission, this form itself may have taken it.
  const takes = isSending && !known
  const available = takes || (known && field.error) ? undefined : known
  const rule = t`${minLength} to ${maxLength} letters, digits, dots and underscores.`
  const fits = field.value.length >= minLength && field.value.length <= maxLength
  return (
    <TextInput
      {...field}
      error={field.error && isKnown && !fits ? rule : field.error}
      label={t`Username`}
      description={
        !field.error && (
          <span aria-live="polite">
            {available === true && t`${username} is available.`}
            {available === false && t`${username} is taken.`}
            {available === undefined &&
              (isKnown && field.value !== own ? rule : t`You can sign in with this instead of your email.`)}
          </span>
        )
      }
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
    />
  )
}
