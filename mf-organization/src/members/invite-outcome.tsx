import { Plural, useLingui } from '@lingui/react/macro'
import { Alert, Notice, useErrorText } from 'kit'
import { invitationTexts } from '../organization-texts.ts'
import './members.css'
import { type Outcome, noEmailSent } from './sequentially.ts'

export function Sent({ emails }: { emails: readonly string[] }) {
  const { t } = useLingui()
  const [invited = ''] = emails
  return emails.length === 1 ? (
    t`The invitation to ${invited} is on its way.`
  ) : (
    <Plural value={emails.length} one="# invitation is on its way." other="# invitations are on their way." />
  )
}

export function InviteOutcome({ outcome }: { outcome: Outcome<string> | undefined }) {
  const { t } = useLingui()
  const errorText = useErrorText(invitationTexts)
  const { unsent = [], refused = [] } = Object.groupBy(outcome?.refused ?? [], ({ refusal }) =>
    refusal.code === noEmailSent ? 'unsent' : 'refused',
  )
  return (
    <>
      <Notice>{outcome && outcome.done.length > 0 && <Sent emails={outcome.done} />}</Notice>
      {unsent.length > 0 && (
        <Alert>
          <strong>{unsent.map(({ item }) => item).join(', ')}</strong> {errorText({ code: noEmailSent })}
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert color="red">
          <ul className="refusals" aria-label={t`Not invited`}>
            {refused.map(({ item: email, refusal }) => (
              <li key={email}>
                {/* A long one takes a new line before the @. */}
                <strong>
                  {email.split('@')[0]}
                  <wbr />@{email.split('@')[1]}
                </strong>
                <br />
                {errorText(refusal)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}
