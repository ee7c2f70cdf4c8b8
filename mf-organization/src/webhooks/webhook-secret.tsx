import { useLingui } from '@lingui/react/macro'
import { SecretOnce } from '../secret-once.tsx'

/** Fills a dialog. */
export function WebhookSecret(props: { secret: string; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <SecretOnce label={t`Secret`} {...props}>
      {t`Your receiver verifies with this secret that deliveries come from here. It isn’t shown again.`}
    </SecretOnce>
  )
}
