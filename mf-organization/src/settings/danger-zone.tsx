import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Dialog, Panel, Text, TextLink, useStepUp } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useId, useState } from 'react'
import { useDeparture } from '../farewell.ts'
import { graphql } from '../generated/gql.ts'
import type { OrganizationFieldsFragment } from '../generated/graphql.ts'
import { organizationPath } from '../organization-path.ts'
import { Question } from '../question.tsx'
import { DeleteForm } from './delete-form.tsx'

const leaveMutation = graphql(`
  mutation LeaveOrganization($input: LeaveOrganizationInput!) {
    leaveOrganization(input: $input) {
      leftOrganizationId
      userErrors {
        code
      }
    }
  }
`)

interface Props {
  organization: OrganizationFieldsFragment
  memberCount: number
  isOnlyOwner: boolean
  mayDelete: boolean
}

export function DangerZone({ organization, memberCount, isOnlyOwner, mayDelete }: Props) {
  const { t } = useLingui()
  const reasonId = useId()
  const [asked, setAsked] = useState<'leave' | 'delete'>()
  const close = () => setAsked(undefined)
  const { id, name, slug } = organization
  const depart = useDeparture(name)
  const { freshly, stepUp } = useStepUp()
  const leave = async () =>
    depart('left', await freshly(async () => refusalOf(await mutate(leaveMutation, { input: { organizationId: id } }))))
  return (
    <Panel title={t`Danger zone`} titlePlace="beside" isDanger>
      <ul className="kit-rows">
        <li>
          <div>
            <Text className="kit-name">{t`Leave ${name}`}</Text>
            <Text size="sm" c="dimmed" id={reasonId}>
              {isOnlyOwner ? (
                <Trans>
                  You’re the only owner. <TextLink to={organizationPath(slug)}>Make someone else an owner</TextLink>{' '}
                  first, or delete the organization.
                </Trans>
              ) : (
                <Trans>You lose access to it and everything in it.</Trans>
              )}
            </Text>
          </div>
          <Button
            variant="outline"
            color="red"
            aria-describedby={reasonId}
            aria-disabled={isOnlyOwner || undefined}
            onClick={() => !isOnlyOwner && setAsked('leave')}
          >
            <Trans>Leave…</Trans>
          </Button>
        </li>
        {mayDelete && (
          <li>
            <div>
              <Text className="kit-name">{t`Delete ${name}`}</Text>
              <Text size="sm" c="dimmed">{t`Removes its members, teams and invitations for good.`}</Text>
            </div>
            <Button variant="outline" color="red" onClick={() => setAsked('delete')}>{t`Delete…`}</Button>
          </li>
        )}
      </ul>
      <Dialog opened={asked === 'leave'} title={t`Leave ${name}?`} onClose={close}>
        <Question action={<Trans>Leave</Trans>} onAct={leave} onClose={close}>
          <Trans>You lose access at once. To come back, you need a new invitation.</Trans>
        </Question>
      </Dialog>
      {stepUp}
      <Dialog opened={asked === 'delete'} title={t`Delete ${name}?`} onClose={close}>
        <DeleteForm organization={organization} memberCount={memberCount} onClose={close} />
      </Dialog>
    </Panel>
  )
}
