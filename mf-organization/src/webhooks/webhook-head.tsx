import { useLingui } from '@lingui/react/macro'
import {
  ActionButton,
  Alert,
  Dialog,
  Group,
  SectionHead,
  Stack,
  Toast,
  useFailure,
  useLazyComponent,
  useStepUp,
} from 'kit'
import { mutate, refusalOf } from 'kit/graphql'
import type { MenuItem } from 'kit/parts'
import Ban from 'lucide-react/icons/ban'
import KeyRound from 'lucide-react/icons/key-round'
import Pencil from 'lucide-react/icons/pencil'
import Play from 'lucide-react/icons/play'
import Trash from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { graphql } from '../generated/gql.ts'
import { organizationTexts } from '../organization-texts.ts'
import { RowMenu } from '../row-menu.tsx'
import type { Asked } from './webhook-dialogs.tsx'
import { WebhookState } from './webhook-state.tsx'
import { updateMutation, type Organization, type Webhook } from './webhook.ts'

const testMutation = graphql(`
  mutation TestWebhook($input: TestWebhookInput!) {
    testWebhook(input: $input) {
      userErrors {
        code
      }
    }
  }
`)

interface Props {
  organization: Organization
  webhook: Webhook
  onChanged: () => void
}

export function WebhookHead({ organization, webhook, onChanged }: Props) {
  const { t } = useLingui()
  const { failure, failed } = useFailure(organizationTexts)
  const { freshly, stepUp } = useStepUp()
  const [asked, setAsked] = useState<Asked>()
  const [said, setSaid] = useState<string>()
  const { Component: WebhookDialog, fallback } = useLazyComponent(
    asked !== undefined,
    async () => (await import('./webhook-dialogs.tsx')).WebhookDialog,
  )
  const input = { organizationId: organization.id, webhookId: webhook.databaseId }
  const act = async (message: string, run: () => ReturnType<typeof test>) => {
    setSaid(undefined)
    const refusal = failed(await run())
    if (!refusal) setSaid(message)
    onChanged()
  }
  const test = async () => refusalOf(await mutate(testMutation, { input }))
  const enable = (isEnabled: boolean) => () =>
    freshly(async () => refusalOf(await mutate(updateMutation, { input: { ...input, isEnabled } })))
  const isDisabled = webhook.disabledAt != null
  const turnOn = () => act(t`The webhook is enabled. It also gets what happened in the meantime.`, enable(true))
  const turnOff = () => act(t`The webhook is disabled.`, enable(false))
  const items: MenuItem[] = [
    { text: t`Edit…`, icon: <Pencil size={16} />, onSelect: () => setAsked('edit') },
    { text: t`New secret…`, icon: <KeyRound size={16} />, onSelect: () => setAsked('rotate') },
    isDisabled
      ? { text: t`Enable`, icon: <Play size={16} />, onSelect: () => void turnOn() }
      : { text: t`Disable`, icon: <Ban size={16} />, onSelect: () => void turnOff() },
    {
      text: t`Delete…`,
      icon: <Trash size={16} />,
      isDanger: true,
      startsGroup: true,
      onSelect: () => setAsked('delete'),
    },
  ]
  const titles = { edit: t`Edit webhook`, rotate: t`Replace the secret?`, delete: t`Delete this webhook?` }
  return (
    <>
      <SectionHead
        title={webhook.url}
        action={
          <Group>
            <WebhookState webhook={webhook} />
            {!isDisabled && (
              <ActionButton
                variant="default"
                onAct={() => act(t`Test event sent. Its delivery appears below.`, test)}
              >{t`Send test event`}</ActionButton>
            )}
            <RowMenu name={webhook.url} items={items} />
          </Group>
        }
      />
      <Toast>{said}</Toast>
      {failure}
      {webhook.disabledBy === 'system' && <DisabledNotice onEnable={turnOn} />}
      <Dialog opened={asked !== undefined} title={asked ? titles[asked] : ''} onClose={() => setAsked(undefined)}>
        {asked && WebhookDialog ? (
          <WebhookDialog
            asked={asked}
            organization={organization}
            webhook={webhook}
            onChanged={onChanged}
            onClose={() => setAsked(undefined)}
          />
        ) : (
          fallback
        )}
      </Dialog>
      {stepUp}
    </>
  )
}

function DisabledNotice({ onEnable }: { onEnable: () => Promise<void> }) {
  const { t } = useLingui()
  return (
    <Alert color="red" title={t`Disabled after a day of failures`}>
      <Stack gap="sm" align="start">
        {t`Nothing could be delivered. Repair the receiver, then enable the webhook: it gets everything it missed.`}
        <ActionButton size="sm" variant="default" onAct={onEnable}>{t`Enable`}</ActionButton>
      </Stack>
    </Alert>
  )
}
