import { Trans, useLingui } from '@lingui/react/macro'
import { DialogActions, Form, type FormError, SubmitButton, TextInput, useForm } from 'kit'
import type { ReactNode } from 'react'
import { useChangedMeanwhile } from '../changed-meanwhile.tsx'
import { organizationTexts } from '../organization-texts.ts'

interface Props {
  /** Empty for a new team. */
  name: string
  action: ReactNode
  onSave: (name: string) => Promise<FormError | null>
  onClose: () => void
}

/** Fills a dialog that names a team. */
export function TeamForm({ name, action, onSave, onClose }: Props) {
  const { t } = useLingui()
  const form = useForm({
    initial: { name },
    texts: organizationTexts,
    validate: (values) => ({ name: !values.name.trim() && 'NAME_MISSING' }),
    submit: (values) => onSave(values.name.trim()),
  })
  const changed = useChangedMeanwhile(name, form.values.name)
  return (
    <Form form={form}>
      <TextInput {...form.field('name')} label={t`Name of the team`} autoComplete="off" description={changed} />
      <DialogActions onCancel={onClose}>
        <SubmitButton>{changed ? <Trans>Save anyway</Trans> : action}</SubmitButton>
      </DialogActions>
    </Form>
  )
}
