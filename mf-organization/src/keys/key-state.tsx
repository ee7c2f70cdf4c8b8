import { useLingui } from '@lingui/react/macro'
import { Badge } from 'kit'
import { timeLeft, type Key } from './key.ts'

const week = 7 * 86_400_000

export function KeyState({ item }: { item: Key }) {
  const { t } = useLingui()
  const left = timeLeft(item)
  if (left <= 0) return <Badge color="red">{t`Expired`}</Badge>
  if (!item.isEnabled) return <Badge color="gray">{t`Disabled`}</Badge>
  return left < week ? <Badge color="yellow">{t`Expires soon`}</Badge> : <Badge color="green">{t`Active`}</Badge>
}
