import { useLingui } from '@lingui/react/macro'
import { Button, Dialog, EmptyState, SectionHead, Text, Toast } from 'kit'
import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { CreateKey } from './key-form.tsx'
import { KeyRow } from './key-row.tsx'
import type { Key, Owner } from './key.ts'
import './keys.css'

interface Props {
  owner: Owner
  keys: readonly Key[]
  onChanged: () => void
}

export function KeyList({ owner, keys, onChanged }: Props) {
  const { t } = useLingui()
  const [isCreating, setCreating] = useState(false)
  const [said, setSaid] = useState<string>()
  const create = (
    <Button
      leftSection={<Plus size={16} />}
      aria-haspopup="dialog"
      onClick={() => {
        setSaid(undefined)
        setCreating(true)
      }}
    >
      {t`Create key`}
    </Button>
  )
  return (
    <section className="kit-section">
      {owner.organizationId === undefined ? (
        // The account has the heading.
        <div className="own-keys-head">
          <Text c="dimmed">{t`For programs that act for you. A key never does more than you may.`}</Text>
          {keys.length > 0 && create}
        </div>
      ) : (
        <SectionHead
          title={t`Keys`}
          count={keys.length || undefined}
          description={t`For programs that act in this organization, whoever created the key.`}
          action={keys.length > 0 && create}
        />
      )}
      <Toast>{said}</Toast>
      <div className="kit-card">
        {keys.length === 0 ? (
          <EmptyState title={t`No keys yet`}>
            <Text c="dimmed">{t`A program signs in with a key and does only what the key permits.`}</Text>
            {create}
          </EmptyState>
        ) : (
          <ul className="kit-rows" aria-label={t`Keys`}>
            {keys.map((key) => (
              <KeyRow key={key.databaseId} owner={owner} item={key} onChanged={onChanged} onDone={setSaid} />
            ))}
          </ul>
        )}
      </div>
      <Dialog opened={isCreating} title={t`Create key`} onClose={() => setCreating(false)}>
        {isCreating && <CreateKey owner={owner} onChanged={onChanged} onClose={() => setCreating(false)} />}
      </Dialog>
    </section>
  )
}
