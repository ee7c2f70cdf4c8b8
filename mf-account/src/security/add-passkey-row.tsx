import { Plural, useLingui } from '@lingui/react/macro'
import { ActionButton, canUsePasskeys, type FormError, loadPasskeys, useStepUp } from 'kit'
import FingerprintPattern from 'lucide-react/icons/fingerprint-pattern'
import { MarkedRow } from '../marked-row.tsx'

interface Props {
  count: number
  onSettled: (error: FormError | null) => void
}

const add = async () => (await loadPasskeys()).addPasskey()

/** The heading of the passkeys, which follow it. */
export function AddPasskeyRow({ count, onSettled }: Props) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  return (
    <MarkedRow
      mark={<FingerprintPattern size={20} aria-hidden />}
      name={t`Passkeys`}
      facts={
        count > 0 ? (
          <Plural value={count} one="# passkey" other="# passkeys" />
        ) : (
          t`None yet. Sign in with your fingerprint, face or screen lock.`
        )
      }
    >
      {canUsePasskeys && (
        <ActionButton variant="default" size="sm" onAct={async () => onSettled(await freshly(add))}>
          {t`Add passkey`}
        </ActionButton>
      )}
      {stepUp}
    </MarkedRow>
  )
}
