import { useLingui } from '@lingui/react/macro'
import { brand, Button, Checkbox, Group, Stack, Text, useUnsavedChanges } from 'kit'
import { saveFile } from 'kit/device'
import { useState } from 'react'
import { CopyButton } from './copy-button.tsx'
import './two-factor.css'

interface Props {
  codes: readonly string[]
  onDone: () => void
}

/** Shown once. */
export function BackupCodes({ codes, onDone }: Props) {
  const { t } = useLingui()
  const [areSaved, setSaved] = useState(false)
  useUnsavedChanges(!areSaved)
  const text = codes.join('\n')
  const download = () => saveFile(`${brand.name} backup codes.txt`, `${text}\n`, 'text/plain')
  return (
    <Stack gap="md">
      <Text>{t`Each code replaces the app once. Keep them where you find them without your phone.`}</Text>
      <ul className="backup-codes" aria-label={t`Backup codes`}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Group gap="xs">
        <CopyButton text={text} />
        <Button variant="default" size="sm" onClick={download}>{t`Download`}</Button>
      </Group>
      <Checkbox
        label={t`I saved them`}
        checked={areSaved}
        onChange={({ currentTarget }) => setSaved(currentTarget.checked)}
      />
      <Group justify="flex-end" className="kit-actions">
        <Button disabled={!areSaved} onClick={onDone}>{t`Done`}</Button>
      </Group>
    </Stack>
  )
}
