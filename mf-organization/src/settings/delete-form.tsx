import { Plural, useLingui } from '@lingui/react/macro'
import { DialogActions, Form, SubmitButton, Text, TextInput, useForm, useStepUp } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useDeparture } from '../farewell.ts'
import { graphql } from '../generated/gql.ts'
import type { OrganizationFieldsFragment } from '../generated/graphql.ts'
import { organizationTexts } from '../organization-texts.ts'

const deleteMutation = graphql(`
  mutation DeleteOrganization($input: DeleteOrganizationInput!) {
    deleteOrganization(input: $input) {
      deletedOrganizationId
      userErrors {
        code
      }
    }
  }
`)

interface Props {
  organization: OrganizationFieldsFragment
  memberCount: number
  onClose: () => void
}

/** Fills a dialog. Its red button is filled once the slug was typed. */
export function DeleteForm({ organization: { id, name, slug }, memberCount, onClose }: Props) {
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
