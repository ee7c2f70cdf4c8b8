import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { useState } from 'react'
import { graphql } from '../generated/gql.ts'
import { Question } from '../question.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import { EditWebhook } from './webhook-form.tsx'
import { webhookPath, type Organization, type Webhook } from './webhook.ts'

const rotateMutation = graphql(`
  mutation RotateWebhookSecret($input: RotateWebhookSecretInput!) {
    rotateWebhookSecret(input: $input) {
      secret
      userErrors {
        code
      }
    }
  }
`)

const deleteMutation = graphql(`
  mutation DeleteWebhook($input: DeleteWebhookInput!) {
    deleteWebhook(input: $input) {
      userErrors {
        code
      }
    }
  }
`)

export type Asked = 'edit' | 'rotate' | 'delete'

interface Props {
  organization: Organization
  webhook: Webhook
  onChanged: () => void
  onClose: () => void
}

export function WebhookDialog({ asked, ...props }: Props & { asked: Asked }) {
  if (asked === 'edit') return <EditWebhook {...props} />
  return asked === 'rotate' ? <RotateSecret {...props} /> : <DeleteWebhook {...props} />
}

function RotateSecret({ organization, webhook, onClose }: Props) {
  const [secret, setSecret] = useState<string>()
  const rotate = async () => {
    const input = { organizationId: organization.id, webhookId: webhook.databaseId }
    const result = await mutate(rotateMutation, { input })
    const refusal = refusalOf(result)
    if (!refusal) setSecret(result.data?.rotateWebhookSecret.secret ?? '')
    return refusal
  }
  if (secret !== undefined) return <WebhookSecret secret={secret} onClose={onClose} />
  return (
    <Question action={<Trans>Replace</Trans>} onAct={rotate} onClose={onClose}>
      <Trans>
        The present secret stops working at once. Deliveries fail, and are repeated, until your receiver knows the new
        one.
      </Trans>
    </Question>
  )
}

function DeleteWebhook({ organization, webhook, onChanged, onClose }: Props) {
  const navigate = useNavigate()
  const remove = async () => {
    const input = { organizationId: organization.id, webhookId: webhook.databaseId }
    const refusal = refusalOf(await mutate(deleteMutation, { input }))
    if (refusal) onChanged()
    else await navigate(webhookPath(organization.slug))
    return refusal
  }
  return (
    <Question action={<Trans>Delete</Trans>} onAct={remove} onClose={onClose}>
      <Trans>Its receiver gets no more events, and its log of deliveries is deleted.</Trans>
    </Question>
  )
}
