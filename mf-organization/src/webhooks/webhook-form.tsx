import { Trans, useLingui } from '@lingui/react/macro'
import { DialogActions, Form, type FormError, SubmitButton, TextInput, useForm, useStepUp } from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import { type ReactNode, useState } from 'react'
import { graphql } from '../generated/gql.ts'
import { organizationTexts } from '../organization-texts.ts'
import { useFirstFocus } from '../use-first-focus.ts'
import { EventsField, type Events } from './events-field.tsx'
import { WebhookSecret } from './webhook-secret.tsx'
import { updateMutation, type Organization, type Webhook } from './webhook.ts'

const createMutation = graphql(`
  mutation CreateWebhook($input: CreateWebhookInput!) {
    createWebhook(input: $input) {
      secret
      userErrors {
        code
      }
    }
  }
`)

interface Props {
  organization: Organization
  onChanged: () => void
  onClose: () => void
}

/** Shows the secret afterwards. */
export function CreateWebhook({ organization, onChanged, onClose }: Props) {
  const [secret, setSecret] = useState<string>()
  const create = async (url: string, events: Events) => {
    const input = { organizationId: organization.id, url, events: events && [...events] }
    const result = await mutate(createMutation, { input })
    const refusal = refusalOf(result)
    if (!refusal) {
      setSecret(result.data?.createWebhook.secret ?? '')
      onChanged()
    }
    return refusal
  }
  if (secret !== undefined) return <WebhookSecret secret={secret} onClose={onClose} />
  return <Fields action={<Trans>Add webhook</Trans>} url="" events={null} onSave={create} onClose={onClose} />
}

export function EditWebhook({ organization, webhook, onChanged, onClose }: Props & { webhook: Webhook }) {
  const save = async (url: string, events: Events) => {
    const input = { organizationId: organization.id, webhookId: webhook.databaseId, url, events: events && [...events] }
    const refusal = refusalOf(await mutate(updateMutation, { input }))
    onChanged()
    if (!refusal) onClose()
    return refusal
  }
  const { url, events } = webhook
  return <Fields action={<Trans>Save</Trans>} url={url} events={events} onSave={save} onClose={onClose} />
}

interface FieldsProps {
  action: ReactNode
  url: string
  events: Events
  onSave: (url: string, events: Events) => Promise<FormError | null>
  onClose: () => void
}

function Fields({ action, url, events: before, onSave, onClose }: FieldsProps) {
  const { t } = useLingui()
  const { freshly, stepUp } = useStepUp()
  const [events, setEvents] = useState(before)
  useFirstFocus()
  const form = useForm({
    initial: { url },
    texts: organizationTexts,
    validate: (values) => ({ url: !URL.canParse(values.url.trim()) && 'WEBHOOK_URL_IS_NOT_ALLOWED' }),
    fieldOf: { WEBHOOK_URL_IS_NOT_ALLOWED: 'url' },
    submit: async (values) =>
      events?.length === 0 ? { code: 'EVENTS_MISSING' } : freshly(() => onSave(values.url.trim(), events)),
  })
  return (
    <>
      <Form form={form}>
        <TextInput
          {...form.field('url')}
          label={t`URL`}
          description={t`Receives a POST request for each event`}
          type="url"
          inputMode="url"
          placeholder="https://example.com/webhooks"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
        <EventsField value={events} onChange={setEvents} />
        <DialogActions onCancel={onClose}>
          <SubmitButton>{action}</SubmitButton>
        </DialogActions>
      </Form>
      {stepUp}
    </>
  )
}
