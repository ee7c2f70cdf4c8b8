import { Trans } from '@lingui/react/macro'
import { ActionButton, VisuallyHidden } from 'kit'
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
    <ActionButton variant="default" onAct={onChoose} leftSection={icon}>
      <VisuallyHidden>
        <Trans>Continue with</Trans>{' '}
      </VisuallyHidden>
      {isLast ? <Trans>{name} (last used)</Trans> : name}
    </ActionButton>
  )
}
