import { Trans } from '@lingui/react/macro'
import { ActionButton, Badge, VisuallyHidden } from 'kit'
import { providerIcons } from './provider-icons.ts'
import type { Provider } from './providers.ts'

interface Props {
  provider: Provider
  isLast: boolean
  onChoose: () => Promise<void>
}

export function ProviderButton({ provider: { id, name }, isLast, onChoose }: Props) {
  const icon = <span className="kit-icon" style={{ maskImage: `url("${providerIcons[id]}")` }} aria-hidden="true" />
  return (
    <div className="kit-marked">
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
        <Badge size="xs" variant="filled" aria-hidden="true">
          <Trans>Last used</Trans>
        </Badge>
      )}
    </div>
  )
}
