import { useLingui } from '@lingui/react/macro'
import {
  DialogActions,
  type FieldProps,
  Form,
  type FormError,
  NativeSelect,
  SubmitButton,
  Text,
  TextInput,
  useForm,
  useFormat,
  useStepUp,
  useUnsavedChanges,
} from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { ChoiceGroups } from '../choice-groups.tsx'
import { graphql } from '../generated/gql.ts'
import { usePermissionGroups } from '../roles/permission-groups.ts'
import { SecretOnce } from '../secret-once.tsx'
import { useFirstFocus } from '../use-first-focus.ts'
import { keyTexts } from './key-texts.ts'
import { givableIn, type Key, type Owner, updateMutation } from './key.ts'

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
export function CreateKey({ onChanged, ...props }: Props) {
  const { t } = useLingui()
  const [key, setKey] = useState<string>()
  const create = async ({ days, ...wanted }: Wanted) => {
    const { organizationId } = props.owner
    const place = organizationId === undefined ? { organizationIds: [] } : { organizationId }
    const input = { scopes: [], ...place, expiresInDays: Number(days) || null, ...wanted }
    const result = await mutate(createMutation, { input })
    const refusal = refusalOf(result)
    if (!refusal) {
      setKey(result.data?.createApiKey.key ?? '')
      onChanged()
    }
    return refusal
  }
  if (key === undefined) return <Fields {...props} action={t`Create key`} onSave={create} />
  return (
    <SecretOnce label={t`Key`} secret={key} onClose={props.onClose}>
      {t`Copy the key now and keep it like a password. You won’t see it again.`}
    </SecretOnce>
  )
}

interface EditProps extends Omit<Props, 'onChanged'> {
  item: Key
  onSaved: () => void
}

/** Sends only what was edited: somebody else may have changed the rest meanwhile. */
export function EditKey({ item, onSaved, ...props }: EditProps) {
  const { t } = useLingui()
  const save = async ({ name, days, ...lists }: Wanted) => {
    const changes = {
      ...(name !== item.name && { name }),
      ...(days !== kept && { expiresInDays: Number(days) || null }),
      ...lists,
    }
    const isChanged = Object.keys(changes).length > 0
    const input = { keyId: item.databaseId, ...changes }
    const refusal = isChanged ? refusalOf(await mutate(updateMutation, { input })) : null
    if (!refusal) onSaved()
    return refusal
  }
  return <Fields {...props} item={item} action={t`Save`} onSave={save} />
}

interface Wanted {
  name: string
  days: string
  /** Absent if they were not chosen. */
  scopes?: string[]
  organizationIds?: string[]
}

interface FieldsProps extends Omit<Props, 'onChanged'> {
  item?: Key
  action: string
  onSave: (wanted: Wanted) => Promise<FormError | null>
}

function Fields({ owner, item, action, onSave, onClose }: FieldsProps) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  const { organizationId, organizations } = owner
  const [places, setPlaces] = useState<readonly string[]>()
  const [scopes, setScopes] = useState<readonly string[]>()
  const [chosen, marked] = [places ?? item?.organizationIds ?? [], scopes ?? item?.scopes ?? []]
  const givable = givableIn(organizationId ? organizations : organizations.filter(({ id }) => chosen.includes(id)))
  const groups = usePermissionGroups(givable, owner.remotePermissions)
  const ofOrganizations = {
    key: 'organizations',
    label: t`Organizations`,
    choices: organizations.map(({ id, name }) => ({ value: id, label: name })),
  }
  useFirstFocus()
  useUnsavedChanges((scopes ?? places) !== undefined)
  const form = useForm({
    initial: { name: item?.name ?? '', days: item ? kept : '90' },
    texts: keyTexts,
    validate: ({ name }) => ({ name: !name.trim() && 'NAME_MISSING' }),
    submit: ({ name, days }) =>
      freshly(() =>
        onSave({
          name: name.trim(),
          days,
          ...(scopes && { scopes: scopes.filter((one) => givable.includes(one) || item?.scopes.includes(one)) }),
          ...(places && { organizationIds: [...places] }),
        }),
      ),
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
        <ExpiryField {...form.field('days')} item={item} />
        {organizationId === undefined && organizations.length > 0 && (
          <ChoiceGroups groups={[ofOrganizations]} chosen={chosen} onChange={setPlaces} />
        )}
        <ChoiceGroups groups={groups} chosen={marked} onChange={setScopes} />
        <Text size="sm" c="dimmed">
          {organizationId === undefined
            ? t`Without permissions it only reads your profile, and what members of its organizations see.`
            : t`Without permissions it only reads what every member sees.`}
        </Text>
        <DialogActions onCancel={onClose}>
          <SubmitButton>{action}</SubmitButton>
        </DialogActions>
      </Form>
      {stepUp}
    </>
  )
}

const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
/** The key expires as before. */
const kept = 'kept'

function ExpiryField({ item, ...field }: FieldProps & { item: Key | undefined }) {
  const { t, i18n } = useLingui()
  const format = useFormat()
  const unit = new Intl.NumberFormat(i18n.locale, { style: 'unit', unit: 'day', unitDisplay: 'long' })
  const days = (count: number) => ({ value: String(count), label: unit.format(count) })
  const time = field.value === kept ? item?.expiresAt : field.value && dateIn(Number(field.value))
  const date = time ? format.date(time) : ''
  return (
    <NativeSelect
      {...field}
      label={t`Expiry`}
      description={date ? t`Expires on ${date}` : t`Never expires`}
      data={[
        ...(item ? [{ value: kept, label: t`Unchanged` }] : []),
        ...[30, 90, 365].map(days),
        { value: '', label: t`Never` },
      ]}
    />
  )
}
