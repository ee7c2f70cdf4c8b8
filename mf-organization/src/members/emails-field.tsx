import { Plural, useLingui } from '@lingui/react/macro'
import type { FieldProps } from 'kit'
import { ChipsField } from 'kit/parts'
import './members.css'
import { isComplete, parseEmails } from './parse-emails.ts'

interface Props extends Pick<FieldProps, 'error' | 'required'> {
  emails: readonly string[]
  onChange: (emails: string[]) => void
}

/** Marks incomplete emails at once. The others can be sent without them. */
export function EmailsField({ emails, error, onChange, ...field }: Props) {
  const { t } = useLingui()
  const wrong = emails.filter((email) => !isComplete(email)).length
  return (
    <ChipsField
      {...field}
      className="emails-field"
      error={
        error ??
        (wrong > 0 && (
          <Plural
            value={wrong}
            one="# isn’t a complete email. Fix or remove it."
            other="# aren’t complete emails. Fix or remove them."
          />
        ))
      }
      withAsterisk={false}
      label={t`Email addresses`}
      inputMode="email"
      value={emails}
      isInvalid={(email) => !isComplete(email)}
      onChange={(values) => {
        // Names as in a pasted `"Lovelace, Ada" <ada@example.com>` are left out.
        const kept = values.filter((one) => emails.includes(one))
        const added = values.filter((one) => !emails.includes(one))
        onChange([...new Set([...kept, ...parseEmails(added.join(' '))])])
      }}
    />
  )
}
