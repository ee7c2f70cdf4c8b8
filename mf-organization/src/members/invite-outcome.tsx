import { Plural, useLingui } from '@lingui/react/macro'
import { Alert, Notice, useErrorText } from 'kit'
import { invitationTexts } from '../organization-texts.ts'
import { withoutEmail } from './in-turn.ts'
import type { Invited } from './invite-all.ts'

/** What became of the invitations: a sentence for those that went out and for those without an email, a line for each refused one. */
export function InviteOutcome({ outcome }: { outcome: Pick<Invited, 'sent' | 'unsent' | 'refused'> | undefined }) {
  const { t } = useLingui()
  const errorText = useErrorText(invitationTexts)
  const { sent = [], unsent = [], refused = [] } = outcome ?? {}
  const [invited] = sent
  return (
    <>
      <Notice>
        {sent.length === 1 && invited && t`The invitation to ${invited} is on its way.`}
        {sent.length > 1 && (
          <Plural value={sent.length} one="# invitation is on its way." other="# invitations are on their way." />
        )}
      </Notice>
      {unsent.length > 0 && (
        <Alert>
          <strong>{unsent.join(', ')}</strong> {errorText({ code: withoutEmail })}
        </Alert>
      )}
      {refused.length > 0 && (
        <Alert color="red">
          <ul className="kit-rows" aria-label={t`Not invited`}>
            {refused.map(({ email, refusal }) => (
              <li key={email}>
                <strong>{email}</strong> {errorText(refusal)}
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  )
}
