import { useLingui } from '@lingui/react/macro'
import { Alert, DialogActions, Form, type FormError, SubmitButton, TextInput, useForm, useUnsavedChanges } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { useChangedMeanwhile } from '../changed-meanwhile.tsx'
import type { ChoiceGroup } from '../choice-groups.tsx'
import { slugOf } from '../create/slug.ts'
import { graphql } from '../generated/gql.ts'
import { organizationTexts } from '../organization-texts.ts'
import { GrantsField, useEditedGrants } from './grants-field.tsx'
import { Holders, useHolders } from './holders.tsx'
import type { Organization, Role } from './role.ts'

const createMutation = graphql(`
  mutation CreateRole($input: CreateRoleInput!) {
    createRole(input: $input) {
      userErrors {
        code
      }
    }
  }
`)

const updateMutation = graphql(`
  mutation UpdateRole($input: UpdateRoleInput!) {
    updateRole(input: $input) {
      userErrors {
        code
      }
    }
  }
`)

interface Props {
  organization: Organization
  /** As it is now. Undefined to create one. */
  role: Role | undefined
  groups: readonly ChoiceGroup[]
  onChanged: () => void
  onClose: (message?: string) => void
}

export function RoleForm({ organization, role, groups, onChanged, onClose }: Props) {
  const { t, i18n } = useLingui()
  const present = { label: role?.label ?? '', key: role?.name ?? '', grants: role?.grants ?? [] }
  const grants = useEditedGrants(present.grants)
  const [hasOwnKey, setHasOwnKey] = useState(role !== undefined)
  /** A key that members have already. */
  const [taken, setTaken] = useState<string>()
  useUnsavedChanges(grants.edited !== undefined)
  const form = useForm({
    initial: { label: present.label, key: present.key },
    texts: organizationTexts,
    validate: ({ label, key }) => ({
      label: !role && !label.trim() && 'NAME_MISSING',
      key: !/^[a-z0-9][a-z0-9._-]{0,31}$/.test(keyOf(key)) && 'KEY_INVALID',
    }),
    fieldOf: { ROLE_NAME_IS_ALREADY_TAKEN: 'key', MEMBERS_HAVE_THIS_ROLE: 'key' },
    submit: async (values) => {
      const [label, key] = [values.label.trim() || null, keyOf(values.key)]
      const wanted = { label, key, grants: grants.edited, confirm: key === taken }
      const refusal = await saveRole(organization.id, role, wanted)
      if (refusal?.code === 'MEMBERS_HAVE_THIS_ROLE') setTaken(key)
      onChanged()
      const name = label ?? key
      if (!refusal) onClose(role ? t`The role ${name} was saved.` : t`The role ${name} was created.`)
      return refusal
    },
  })
  const changed = useChangedMeanwhile(present.label, form.values.label)
  const isTaken = taken !== undefined && taken === keyOf(form.values.key)
  return (
    <Form form={form}>
      <TextInput
        {...form.field('label')}
        label={t`Name`}
        autoComplete="off"
        maxLength={100}
        description={changed}
        onChange={({ currentTarget: { value } }) => {
          form.set('label', value)
          if (!hasOwnKey) form.set('key', slugOf(value, i18n.locale, '').slice(0, 32))
        }}
      />
      <TextInput
        {...form.field('key')}
        label={t`Key`}
        description={t`For programs. If you change it, members keep the role.`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        onChange={({ currentTarget: { value } }) => {
          setHasOwnKey(value !== '')
          form.set('key', value)
        }}
      />
      {isTaken && (
        <Alert color="yellow">
          {t`These people get the permissions of the role at once:`}
          <TakenBy organization={organization} role={taken} />
        </Alert>
      )}
      <GrantsField organization={organization} groups={groups} present={present.grants} field={grants} />
      <DialogActions onCancel={onClose}>
        <SubmitButton>
          {grants.haveChanged || changed || (role && isTaken)
            ? t`Save anyway`
            : role
              ? t`Save`
              : isTaken
                ? t`Create anyway`
                : t`Create role`}
        </SubmitButton>
      </DialogActions>
    </Form>
  )
}

const keyOf = (text: string): string => text.trim().toLowerCase()

const TakenBy = (props: { organization: Organization; role: string }) => (
  <Holders {...props} holders={useHolders(props.organization, props.role)} />
)

interface Wanted {
  label: string | null
  key: string
  /** Undefined if they were not edited. */
  grants: readonly string[] | undefined
  /** Whether members who have the key already get the permissions. */
  confirm: boolean
}

/** Sends what differs from the role as it was shown, and is refused if somebody else has changed that since. */
async function saveRole(
  organizationId: string,
  role: Role | undefined,
  { label, key, grants, confirm }: Wanted,
): Promise<FormError | null> {
  const shared = { organizationId, confirm }
  if (!role) {
    const input = { ...shared, name: key, label, grants: [...(grants ?? [])] }
    return refusalOf(await mutate(createMutation, { input }))
  }
  const isLabelNew = label !== role.label
  const input = {
    ...shared,
    name: role.name,
    ...(key !== role.name && { newName: key }),
    ...(isLabelNew && { label }),
    ...(grants && { grants: [...grants] }),
    expected: { ...(isLabelNew && { label: role.label }), ...(grants && { grants: role.grants }) },
  }
  return refusalOf(await mutate(updateMutation, { input }))
}
