import { Trans } from '@lingui/react/macro'
import { ActionButton, Badge, VisuallyHidden } from 'kit'
import type { Provider } from './providers.ts'
import 'kit/provider-icons.css'

interface Props {
  provider: Provider
  isLast: boolean
  onChoose: () => Promise<void>
}

export function ProviderButton({ provider: { id, name, fact }, isLast, onChoose }: Props) {
  const icon = <span className="kit-icon provider-icon" data-provider={id} />
  return (
    <div className="kit-marked" data-when={fact}>
      <ActionButton variant="default" onAct={onChoose} leftSection={icon} fullWidth>
        <VisuallyHidden>
          <Trans>Continue with</Trans>{' '}
        </VisuallyHidden>
        {name}
        {isLast && (
          <VisuallyHidden>
            {' '}
            <Trans>(last used)</Trans>
          </VisuallyHidden>
        )}
      </ActionButton>
      {isLast && (
        <Badge size="xs" aria-hidden="true">
          <Trans>Last used</Trans>
        </Badge>
      )}
    </div>
  )
}
