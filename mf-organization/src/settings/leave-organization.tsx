import { Trans, useLingui } from '@lingui/react/macro'
import { Dialog, refreshSession, Stack, Text, TextLink, useNavigate } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { ButtonWithReason } from '../button-with-reason.tsx'
import { showFarewell } from '../farewell.ts'
import { graphql } from '../generated/gql.ts'
import type { OrganizationFieldsFragment } from '../generated/graphql.ts'
import { organizationPath } from '../organization-path.ts'
import { Question } from '../question.tsx'

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
  isOnlyOwner: boolean
}

export function LeaveOrganization({ organization, isOnlyOwner }: Props) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const close = () => setAsking(false)
  const { id, name, slug } = organization
  const leave = async () => {
    const refusal = refusalOf(await mutate(leaveMutation, { input: { organizationId: id } }))
    if (refusal) return refusal
    showFarewell({ what: 'left', name })
    await navigate('/organizations', { replace: true })
    await refreshSession()
    return null
  }
  const reason = isOnlyOwner && (
    <Trans>
      You are the only owner. <TextLink to={organizationPath(slug)}>Make somebody else an owner</TextLink> first, or
      delete the organization.
    </Trans>
  )
  return (
    <Stack align="start">
      <Text>
        <Trans>You will lose access to the organization and everything in it.</Trans>
      </Text>
      <ButtonWithReason reason={reason} onClick={() => setAsking(true)}>
        <Trans>Leave</Trans>
      </ButtonWithReason>
      <Dialog opened={asking} title={t`Leave ${name}?`} onClose={close}>
        <Question action={<Trans>Leave the organization</Trans>} onAct={leave} onClose={close}>
          <Trans>You lose access at once, and to come back you need a new invitation.</Trans>
        </Question>
      </Dialog>
    </Stack>
  )
}
