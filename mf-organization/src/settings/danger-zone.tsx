import { Plural, useLingui } from '@lingui/react/macro'
import { Button, Dialog, DialogActions, Form, Panel, SubmitButton, Text, TextInput, useForm, useStepUp } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { useDeparture } from '../farewell.ts'
import { graphql } from '../generated/gql.ts'
import type { OrganizationFieldsFragment } from '../generated/graphql.ts'
import { LeaveRow } from '../leaving/leave-row.tsx'
import { organizationTexts } from '../organization-texts.ts'

const deleteMutation = graphql(`
  mutation DeleteOrganization($input: DeleteOrganizationInput!) {
    deleteOrganization(input: $input) {
      userErrors {
        code
      }
    }
  }
`)

interface Props {
  organization: OrganizationFieldsFragment
  memberCount: number
  isOnlyOwner: boolean
  mayDelete: boolean
}

export function DangerZone({ organization, memberCount, isOnlyOwner, mayDelete }: Props) {
  const { t } = useLingui()
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const { name } = organization
  return (
    <Panel title={t`Danger zone`} titlePlace="beside" isDanger>
      <ul className="kit-rows">
        <LeaveRow organization={organization} isOnlyOwner={isOnlyOwner} />
        {mayDelete && (
          <li>
            <div>
              <Text className="kit-name">{t`Delete ${name}`}</Text>
              <Text size="sm" c="dimmed">{t`Removes its members, teams and invitations for good.`}</Text>
            </div>
            <Button variant="outline" color="red" onClick={() => setAsked(true)}>{t`Delete…`}</Button>
          </li>
        )}
      </ul>
      <Dialog opened={isAsked} title={t`Delete ${name}?`} onClose={close}>
        <DeleteForm organization={organization} memberCount={memberCount} onClose={close} />
      </Dialog>
    </Panel>
  )
}

interface FormProps extends Pick<Props, 'organization' | 'memberCount'> {
  onClose: () => void
}

/** Fills a dialog. Its red button is filled once the slug was typed. */
function DeleteForm({ organization: { id, name, slug }, memberCount, onClose }: FormProps) {
  const { t } = useLingui()
  const depart = useDeparture(name)
  const { freshly, stepUp } = useStepUp()
  const remove = async () => refusalOf(await mutate(deleteMutation, { input: { organizationId: id } }))
  const form = useForm({
    initial: { confirmation: '' },
    texts: organizationTexts,
    validate: ({ confirmation }) => ({ confirmation: confirmation.trim() !== slug && 'CONFIRMATION_WRONG' }),
    submit: async () => depart('deleted', await freshly(remove)),
  })
  const isConfirmed = form.values.confirmation.trim() === slug
  return (
    <>
      <Form form={form}>
        <Text c="dimmed">
          <Plural
            value={memberCount}
            one="Its only member loses access at once. Teams and invitations are deleted. This can’t be undone."
            other="Its # members lose access at once. Teams and invitations are deleted. This can’t be undone."
          />
        </Text>
        <TextInput
          {...form.field('confirmation')}
          label={t`Type ${slug} to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <DialogActions onCancel={onClose}>
          <SubmitButton color="red" variant={isConfirmed ? 'filled' : 'outline'}>{t`Delete organization`}</SubmitButton>
        </DialogActions>
      </Form>
      {stepUp}
    </>
  )
}
