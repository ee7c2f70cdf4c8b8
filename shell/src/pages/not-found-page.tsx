import { Trans, useLingui } from '@lingui/react/macro'
import Compass from 'lucide-react/icons/compass'
import { LinkButton, PanelPage } from 'kit'

const picture = <Compass size={80} strokeWidth={1.75} absoluteStrokeWidth color="var(--kit-text-muted)" />

export function NotFoundPage() {
  const { t } = useLingui()
  return (
    <PanelPage title={t`Page not found`} description={t`The link may be old or mistyped.`} mark={picture}>
      <LinkButton to="/">
        <Trans>Home</Trans>
      </LinkButton>
    </PanelPage>
  )
}
