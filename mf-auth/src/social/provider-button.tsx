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
  const icon = (
    <svg className="kit-icon" viewBox="0 0 24 24" aria-hidden="true">
      <path d={providerIcons[id]} />
    </svg>
  )
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
