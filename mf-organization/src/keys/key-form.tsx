import { useLingui } from '@lingui/react/macro'
import {
  DialogActions,
  type FieldProps,
  Form,
  NativeSelect,
  SubmitButton,
  Text,
  TextInput,
  useForm,
  useFormat,
  useStepUp,
} from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { ChoiceGroups } from '../choice-groups.tsx'
import { graphql } from '../generated/gql.ts'
import { usePermissionGroups } from '../roles/permission-groups.ts'
import { SecretOnce } from '../secret-once.tsx'
import { useFirstFocus } from '../use-first-focus.ts'
import { keyTexts } from './key-texts.ts'
import { givableIn, type Owner } from './key.ts'

const createMutation = graphql(`
  mutation CreateApiKey($input: CreateApiKeyInput!) {
    createApiKey(input: $input) {
      key
      userErrors {
        code
      }
    }
  }
`)

interface Props {
  owner: Owner
  onChanged: () => void
  onClose: () => void
}

/** Shows the key afterwards. */
export function CreateKey(props: Props) {
  const { t } = useLingui()
  const [key, setKey] = useState<string>()
  if (key === undefined) return <Fields {...props} onCreated={setKey} />
  return (
    <SecretOnce label={t`Key`} secret={key} onClose={props.onClose}>
      {t`Copy the key now and keep it like a password. You won’t see it again.`}
    </SecretOnce>
  )
}

function Fields({ owner, onCreated, onChanged, onClose }: Props & { onCreated: (key: string) => void }) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  const { organizationId, organizations } = owner
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [marked, setMarked] = useState<readonly string[]>([])
  const givable = givableIn(organizationId ? organizations : organizations.filter(({ id }) => chosen.includes(id)))
  const groups = usePermissionGroups(givable, owner.remotePermissions)
  const ofOrganizations = {
    key: 'organizations',
    label: t`Organizations`,
    choices: organizations.map(({ id, name }) => ({ value: id, label: name })),
  }
  useFirstFocus()
  const form = useForm({
    initial: { name: '', days: '90' },
    texts: keyTexts,
    validate: ({ name }) => ({ name: !name.trim() && 'NAME_MISSING' }),
    submit: ({ name, days }) =>
      freshly(async () => {
        const result = await mutate(createMutation, {
          input: {
            name: name.trim(),
            expiresInDays: Number(days) || null,
            scopes: marked.filter((scope) => givable.includes(scope)),
            ...(organizationId === undefined ? { organizationIds: [...chosen] } : { organizationId }),
          },
        })
        const refusal = refusalOf(result)
        if (!refusal) {
          onCreated(result.data?.createApiKey.key ?? '')
          onChanged()
        }
        return refusal
      }),
  })
  return (
    <>
      <Form form={form}>
        <TextInput
          {...form.field('name')}
          label={t`Name`}
          description={t`What will use it?`}
          maxLength={32}
          autoComplete="off"
        />
        <ExpiryField {...form.field('days')} />
        {organizationId === undefined && organizations.length > 0 && (
          <ChoiceGroups groups={[ofOrganizations]} chosen={chosen} onChange={setChosen} />
        )}
        <ChoiceGroups groups={groups} chosen={marked} onChange={setMarked} />
        <Text size="sm" c="dimmed">
          {organizationId === undefined
            ? t`Without permissions it only reads your profile, and what members of its organizations see.`
            : t`Without permissions it only reads what every member sees.`}
        </Text>
        <DialogActions onCancel={onClose}>
          <SubmitButton>{t`Create key`}</SubmitButton>
        </DialogActions>
      </Form>
      {stepUp}
    </>
  )
}

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()

function ExpiryField(field: FieldProps) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const unit = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const days = (count: number) => ({ value: String(count), label: unit.format(count) })
  const date = format.date(dateIn(Number(field.value)))
  return (
    <NativeSelect
      {...field}
      label={t`Expiry`}
      description={field.value === '' ? t`Never expires` : t`Expires on ${date}`}
      data={[days(30), days(90), days(365), { value: '', label: t`Never` }]}
    />
  )
}
