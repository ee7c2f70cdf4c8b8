import { useLingui } from '@lingui/react/macro'
import { Button, Dialog, Panel, Text } from 'kit'
import { useState } from 'react'
import type { OrganizationFieldsFragment } from '../generated/graphql.ts'
import { LeaveRow } from '../leaving/leave-row.tsx'
import { DeleteForm } from './delete-form.tsx'

interface Props {
  organization: OrganizationFieldsFragment
  memberCount: number
  isOnlyOwner: boolean
  mayDelete: boolean
}

export function DangerZone({ organization, memberCount, isOnlyOwner, mayDelete }: Props) {
  const { t } = useLingui()
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const { name } = organization
  return (
    <Panel title={t`Danger zone`} titlePlace="beside" isDanger>
      <ul className="kit-rows">
        <LeaveRow organization={organization} isOnlyOwner={isOnlyOwner} />
        {mayDelete && (
          <li>
            <div>
              <Text className="kit-name">{t`Delete ${name}`}</Text>
              <Text size="sm" c="dimmed">{t`Removes its members, teams and invitations for good.`}</Text>
            </div>
            <Button variant="outline" color="red" onClick={() => setAsked(true)}>{t`Delete…`}</Button>
          </li>
        )}
      </ul>
      <Dialog opened={isAsked} title={t`Delete ${name}?`} onClose={close}>
        <DeleteForm organization={organization} memberCount={memberCount} onClose={close} />
      </Dialog>
    </Panel>
  )
}
