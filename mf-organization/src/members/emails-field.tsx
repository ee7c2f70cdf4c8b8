import { useLingui } from '@lingui/react/macro'
import type { FieldProps } from 'kit'
import { ChipsField } from 'kit/parts'
import { parseEmails } from './parse-emails.ts'

interface Props extends Pick<FieldProps, 'error' | 'required'> {
  emails: readonly string[]
  refused: readonly string[]
  onChange: (emails: string[]) => void
}

export function EmailsField({ emails, refused, onChange, ...field }: Props) {
  const { t } = useLingui()
  return (
    <ChipsField
      {...field}
      withAsterisk={false}
      label={t`Email addresses`}
      inputMode="email"
      value={emails}
      isInvalid={(email) => refused.includes(email) || !/^[^@]+@[^@]+$/.test(email)}
      onChange={(values) => {
        // Names as in a pasted `"Lovelace, Ada" <ada@example.com>` are left out.
        const kept = values.filter((one) => emails.includes(one))
        const added = values.filter((one) => !emails.includes(one))
        onChange([...new Set([...kept, ...parseEmails(added.join(' '))])])
      }}
    />
  )
}
