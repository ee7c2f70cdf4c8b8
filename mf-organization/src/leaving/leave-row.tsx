import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Dialog, Text, TextLink } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useId, useState } from 'react'
import { useDeparture } from '../farewell.ts'
import { graphql } from '../generated/gql.ts'
import type { OrganizationFieldsFragment } from '../generated/graphql.ts'
import { organizationPath } from '../organization-path.ts'
import { Question } from '../question.tsx'

const leaveMutation = graphql(`
  mutation LeaveOrganization($input: LeaveOrganizationInput!) {
    leaveOrganization(input: $input) {
      userErrors {
        code
      }
    }
  }
`)

interface Props {
  organization: OrganizationFieldsFragment
  isOnlyOwner?: boolean
}

export function LeaveRow({ organization: { id, name, slug }, isOnlyOwner = false }: Props) {
  const { t } = useLingui()
  const reasonId = useId()
  const [isAsked, setAsked] = useState(false)
  const close = () => setAsked(false)
  const depart = useDeparture(name)
  const leave = async () => depart('left', refusalOf(await mutate(leaveMutation, { input: { organizationId: id } })))
  return (
    <li>
      <div>
        <Text className="kit-name">{t`Leave ${name}`}</Text>
        <Text size="sm" c="dimmed" id={reasonId}>
          {isOnlyOwner ? (
            <Trans>
              You’re the only owner. <TextLink to={organizationPath(slug)}>Make someone else an owner</TextLink> first,
              or delete the organization.
            </Trans>
          ) : (
            t`You lose access to it and everything in it.`
          )}
        </Text>
      </div>
      <Button
        variant="outline"
        color="red"
        aria-describedby={reasonId}
        aria-disabled={isOnlyOwner || undefined}
        onClick={() => !isOnlyOwner && setAsked(true)}
      >
        {t`Leave…`}
      </Button>
      <Dialog opened={isAsked} title={t`Leave ${name}?`} onClose={close}>
        <Question action={t`Leave`} onAct={leave} onClose={close}>
          {t`You lose access at once. To come back, you need a new invitation.`}
        </Question>
      </Dialog>
    </li>
  )
}
