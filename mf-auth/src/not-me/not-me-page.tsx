import { Trans, useLingui } from '@lingui/react/macro'
import {
  authClient,
  Form,
  LinkButton,
  PanelPage,
  request,
  refreshSession,
  Stack,
  SubmitButton,
  Text,
  useForm,
} from 'kit'
import { useState } from 'react'
import { useEmailedToken } from '../emailed-token.ts'
import { NextStep } from '../next-step.tsx'

/** Only the button changes anything, because security scanners follow emailed links. */
export function NotMePage() {
  const { t } = useLingui()
  const token = useEmailedToken()
  const [removed, setRemoved] = useState<boolean>()
  const form = useForm({
    initial: {},
    submit: async () => {
      const { data, error } = await request(() => authClient.POST('/disown-account', { body: { token: token ?? '' } }))
      if (error) return error
      await refreshSession()
      setRemoved(data.removed)
      return null
    },
  })
  return (
    <PanelPage title={t`This was not me`}>
      {removed ? (
        <Text>
          <Trans>The account is removed. Your e-mail address is free again.</Trans>
        </Text>
      ) : removed === false ? (
        <NextStep to="/forgot-password" link={<Trans>Choose a new password</Trans>}>
          <Trans>
            Nothing was changed. The link was used already or is too old, or whoever has the account has shown that the
            address is theirs. If you do not know the account, choose a new password: then it belongs to you alone.
          </Trans>
        </NextStep>
      ) : !token ? (
        // A reload forgets the token, but the emailed link may still work.
        <NextStep to="/forgot-password" variant="default" link={<Trans>Choose a new password</Trans>}>
          <Trans>
            Nothing was changed. Open the link in our mail once more: when this page is reloaded, it forgets the link
            for your safety. If the link is too old, choose a new password: then the account belongs to you alone.
          </Trans>
        </NextStep>
      ) : (
        <Stack>
          <Text>
            <Trans>
              Somebody has made an account with your e-mail address. If it was not you, remove it: it ends for good,
              with everything in it.
            </Trans>
          </Text>
          <Form form={form}>
            <SubmitButton>
              <Trans>Remove the account</Trans>
            </SubmitButton>
          </Form>
          <LinkButton to="/" variant="default">
            <Trans>Keep it, it was me</Trans>
          </LinkButton>
        </Stack>
      )}
    </PanelPage>
  )
}
