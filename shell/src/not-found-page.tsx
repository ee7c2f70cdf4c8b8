import { useLingui } from '@lingui/react/macro'
import Compass from 'lucide-react/icons/compass'
import { EmptyPage, LinkButton, Text } from 'kit'

export function NotFoundPage() {
  const { t } = useLingui()
  return (
    <EmptyPage
      title={t`Page not found`}
      picture={<Compass size={96} strokeWidth={1.75} absoluteStrokeWidth aria-hidden />}
    >
      <Text c="dimmed">{t`The link may be old or mistyped, or you may not have access.`}</Text>
      <LinkButton to="/">{t`Home`}</LinkButton>
    </EmptyPage>
  )
}
