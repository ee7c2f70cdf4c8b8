import { useLingui } from '@lingui/react/macro'
import { Badge, Dialog, Text, useFailure, useFormat, useStepUp } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import Ban from 'lucide-react/icons/ban'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { graphql } from '../generated/gql.ts'
import { Question } from '../question.tsx'
import { usePermissionGroups } from '../roles/permission-groups.ts'
import { RowMenu } from '../row-menu.tsx'
import { keyTexts } from './key-texts.ts'
import { EditKey } from './key-form.tsx'
import { timeLeft, updateMutation, type Key, type Owner } from './key.ts'

const deleteMutation = graphql(`
  mutation DeleteApiKey($input: DeleteApiKeyInput!) {
    deleteApiKey(input: $input) {
      userErrors {
        code
      }
    }
  }
`)

interface Props {
  owner: Owner
  item: Key
  onChanged: () => void
  onDone: (message: string) => void
}

export function KeyRow({ owner, item, onChanged, onDone }: Props) {
  const { t } = useLingui()
  const { failure, failed } = useFailure(keyTexts)
  const { freshly, stepUp } = useStepUp()
  const [asked, setAsked] = useState<'edit' | 'revoke'>()
  const close = () => setAsked(undefined)
  const { databaseId: keyId, isEnabled } = item
  const isExpired = timeLeft(item) <= 0
  const shownName = item.name ?? item.start
  const enable = async () => {
    const input = { keyId, isEnabled: !isEnabled }
    failed(await freshly(async () => refusalOf(await mutate(updateMutation, { input }))))
    onChanged()
  }
  const revoke = async () => {
    const refusal = refusalOf(await mutate(deleteMutation, { input: { keyId } }))
    if (!refusal) onDone(t`Key revoked`)
    onChanged()
    return refusal
  }
  const saved = () => {
    close()
    onDone(t`Saved.`)
    onChanged()
  }
  return (
    <li className="key-row">
      <span className="kit-glyph">
        <KeyRound size={16} aria-hidden />
      </span>
      <Facts owner={owner} item={item} />
      <RowMenu
        name={shownName}
        items={[
          ...(isExpired
            ? []
            : [
                { text: t`Edit…`, icon: <Pencil size={16} />, onSelect: () => setAsked('edit') },
                isEnabled
                  ? { text: t`Disable`, icon: <Ban size={16} />, onSelect: () => void enable() }
                  : { text: t`Enable`, icon: <Play size={16} />, onSelect: () => void enable() },
              ]),
          {
            text: t`Revoke…`,
            icon: <Trash size={16} />,
            isDanger: true,
            startsGroup: !isExpired,
            onSelect: () => setAsked('revoke'),
          },
        ]}
      />
      {failure}
      <Dialog opened={asked === 'edit'} title={t`Edit ${{ name: shownName }}`} onClose={close}>
        {asked === 'edit' && <EditKey owner={owner} item={item} onSaved={saved} onClose={close} />}
      </Dialog>
      <Dialog opened={asked === 'revoke'} title={t`Revoke ${{ name: shownName }}?`} onClose={close}>
        <Question action={t`Revoke`} onAct={revoke} onClose={close} texts={keyTexts}>
          {t`Programs that use it are refused at once. This can’t be undone.`}
        </Question>
      </Dialog>
      {stepUp}
    </li>
  )
}

function Facts({ owner, item }: Pick<Props, 'owner' | 'item'>) {
  const { t } = useLingui()
  const format = useFormat()
  const { name, start, scopes, organizationIds, expiresAt, lastUsedAt } = item
  const used = lastUsedAt == null ? '' : format.relativeTime(lastUsedAt)
  const date = expiresAt == null ? '' : format.date(expiresAt)
  const isExpired = timeLeft(item) <= 0
  const permissions = usePermissionGroups(scopes, owner.remotePermissions).flatMap(({ label, choices }) =>
    choices.map((choice) => (choice.value.startsWith('mf-') ? `${label}: ${choice.label}` : choice.label)),
  )
  const places = owner.organizations.filter(({ id }) => organizationIds.includes(id)).map((one) => one.name)
  return (
    <div className="kit-row-main">
      <span className="key-name">
        <strong>{name}</strong> <code>{start}…</code> <KeyState item={item} />
      </span>
      <Text span size="sm" c="dimmed">
        {format.list(permissions) || t`Only reads`}
        {owner.organizationId === undefined && places.length > 0 && <> · {format.list(places)}</>}
      </Text>
      <Text span size="sm" c="dimmed">
        {used ? t`Last used ${used}` : t`Not used yet`}
        {' · '}
        {!date ? t`Never expires` : isExpired ? t`Expired on ${date}` : t`Expires on ${date}`}
      </Text>
    </div>
  )
}

const week = 7 * 86_400_000

function KeyState({ item }: { item: Key }) {
  const { t } = useLingui()
  const left = timeLeft(item)
  if (left <= 0) return <Badge color="red">{t`Expired`}</Badge>
  if (!item.isEnabled) return <Badge color="gray">{t`Disabled`}</Badge>
  return left < week ? <Badge color="yellow">{t`Expires soon`}</Badge> : <Badge color="green">{t`Active`}</Badge>
}
