import { Trans, useLingui } from '@lingui/react/macro'
import {
  Button,
  Dialog,
  DialogActions,
  Form,
  NativeSelect,
  Panel,
  SubmitButton,
  Text,
  TextLink,
  Toast,
  useForm,
  useFormat,
  useStepUp,
} from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { graphql } from '../generated/gql.ts'
import type { OrganizationSettingsQuery } from '../generated/graphql.ts'
import { organizationPath } from '../organization-path.ts'
import { organizationTexts } from '../organization-texts.ts'
import { useSecurityPath } from '../second-factor/use-security-path.ts'

const requireMutation = graphql(`
  mutation RequireSecondFactor($input: RequireSecondFactorInput!) {
    requireSecondFactor(input: $input) {
      organization {
        id
        secondFactorRequiredAt
      }
      userErrors {
        code
      }
    }
  }
`)

const never = 'never'

interface Props {
  organization: NonNullable<OrganizationSettingsQuery['organization']>
  onChanged: () => void
}

/** For owners. */
export function SecondFactorRow({ organization, onChanged }: Props) {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const [said, setSaid] = useState<string>()
  const { slug, secondFactorRequiredAt: time, members, withoutFactor } = organization
  const [missing, all] = [withoutFactor?.totalCount ?? 0, members?.totalCount ?? 0]
  return (
    <Panel title={t`Security`} titlePlace="beside">
      <Toast>{said}</Toast>
      <ul className="kit-rows">
        <li>
          <div>
            <Text className="kit-name">{t`Require a second factor`}</Text>
            <Text size="sm" c="dimmed">
              <State time={time} />
            </Text>
            <Text size="sm" c="dimmed">
              {missing === 0 ? (
                t`All members have a passkey or an authenticator app.`
              ) : (
                <TextLink to={`${organizationPath(slug)}?factor=none`}>
                  {t`${missing} of ${all} members without a second factor`}
                </TextLink>
              )}
            </Text>
          </div>
          <Button
            variant="default"
            onClick={() => {
              setSaid(undefined)
              setOpened(true)
            }}
          >{t`Change…`}</Button>
        </li>
      </ul>
      <Dialog opened={opened} title={t`Require a second factor`} onClose={() => setOpened(false)}>
        <SecondFactorForm
          organization={organization}
          onClose={() => setOpened(false)}
          onSaved={() => {
            setOpened(false)
            setSaid(t`Saved.`)
            onChanged()
          }}
        />
      </Dialog>
    </Panel>
  )
}

function State({ time }: { time: string | null }) {
  const format = useFormat()
  const [openedAt] = useState(() => Date.now())
  if (time === null) return <Trans>Off: a password is enough.</Trans>
  const date = format.dateTime(time)
  return Date.parse(time) > openedAt ? <Trans>From {date} on</Trans> : <Trans>Required since {date}</Trans>
}

interface FormProps {
  organization: Props['organization']
  onSaved: () => void
  onClose: () => void
}

function SecondFactorForm({ organization: { id, name }, onSaved, onClose }: FormProps) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  const security = useSecurityPath()
  const form = useForm({
    initial: { grace: '7' },
    texts: organizationTexts,
    submit: async ({ grace }) => {
      const wanted = grace === never ? { required: false } : { required: true, graceDays: Number(grace) }
      const refusal = await freshly(async () =>
        refusalOf(await mutate(requireMutation, { input: { organizationId: id, ...wanted } })),
      )
      if (!refusal) onSaved()
      return refusal
    },
  })
  return (
    <>
      <Form form={form}>
        <Text c="dimmed">
          <Trans>
            {name} is then open only to people who have signed in with a passkey, or with a code from an authenticator
            app. Members who have neither get an email.
          </Trans>
        </Text>
        <NativeSelect
          {...form.field('grace')}
          label={t`Starts`}
          data={[
            { value: '0', label: t`At once` },
            { value: '7', label: t`In 7 days` },
            { value: '30', label: t`In 30 days` },
            { value: never, label: t`Never: a password is enough` },
          ]}
        />
        {form.values.grace === '0' && (
          <Text size="sm" c="dimmed">
            <Trans>
              You need to have signed in with one yourself:{' '}
              <TextLink to={security}>check your security settings</TextLink>.
            </Trans>
          </Text>
        )}
        <DialogActions onCancel={onClose}>
          <SubmitButton>{t`Save`}</SubmitButton>
        </DialogActions>
      </Form>
      {stepUp}
    </>
  )
}
