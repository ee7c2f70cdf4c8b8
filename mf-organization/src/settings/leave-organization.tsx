import { Trans, useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  Button,
  Dialog,
  Group,
  refreshSession,
  Stack,
  Text,
  TextLink,
  useFailure,
  useNavigate,
} from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { ButtonWithReason } from '../button-with-reason.tsx'
import { sayFarewell } from '../farewell.ts'
import { graphql } from '../generated/gql.ts'
import type { OrganizationFieldsFragment } from '../generated/graphql.ts'
import { organizationPath } from '../organization-path.ts'
import { organizationTexts } from '../organization-texts.ts'

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

/** Tells the only owner what to do instead. */
export function LeaveOrganization({ organization, isOnlyOwner }: Props) {
  const { t } = useLingui()
  const [asking, setAsking] = useState(false)
  const { name, slug } = organization
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
      <Dialog opened={asking} title={t`Leave ${name}?`} onClose={() => setAsking(false)}>
        <Question organization={organization} onClose={() => setAsking(false)} />
      </Dialog>
    </Stack>
  )
}

function Question({ organization, onClose }: { organization: OrganizationFieldsFragment; onClose: () => void }) {
  const navigate = useNavigate()
  const { failure, failed } = useFailure(organizationTexts)
  const leave = async () => {
    const input = { organizationId: organization.id }
    if (failed(refusalOf(await mutate(leaveMutation, { input })))) return
    sayFarewell({ what: 'left', name: organization.name })
    await navigate('/organizations', { replace: true })
    await refreshSession()
  }
  return (
    <>
      {failure}
      <Text>
        <Trans>You lose access at once, and to come back you need a new invitation.</Trans>
      </Text>
      <Group>
        <ActionButton color="red" onAct={leave}>
          <Trans>Leave the organization</Trans>
        </ActionButton>
        <Button variant="default" onClick={onClose}>
          <Trans>Cancel</Trans>
        </Button>
      </Group>
    </>
  )
}
