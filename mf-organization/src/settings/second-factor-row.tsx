import { Trans, useLingui } from '@lingui/react/macro'
import { Button, Dialog, Panel, Text, TextLink, Toast, useFormat } from 'kit'
import { type ReactNode, useState } from 'react'
import type { OrganizationSettingsQuery } from '../generated/graphql.ts'
import { organizationPath } from '../organization-path.ts'
import { SecondFactorForm } from './second-factor-form.tsx'

interface Props {
  organization: NonNullable<OrganizationSettingsQuery['organization']>
  onChanged: () => void
}

/** For owners. */
export function SecondFactorRow({ organization, onChanged }: Props) {
  const { t } = useLingui()
  const [opened, setOpened] = useState(false)
  const [said, setSaid] = useState<ReactNode>()
  const { slug, secondFactorRequiredAt: time, members, withoutFactor } = organization
  const [missing, all] = [withoutFactor?.totalCount ?? 0, members?.totalCount ?? 0]
  return (
    <Panel title={t`Security`} titlePlace="beside">
      <Toast>{said}</Toast>
      <ul className="kit-rows">
        <li>
          <div>
            <Text className="kit-name">{t`Require a second factor`}</Text>
            <Text size="sm" c="dimmed">
              <State time={time} />
            </Text>
            <Text size="sm" c="dimmed">
              {missing === 0 ? (
                <Trans>All members have a passkey or an authenticator app.</Trans>
              ) : (
                <TextLink to={`${organizationPath(slug)}?factor=none`}>
                  <Trans>
                    {missing} of {all} members without a second factor
                  </Trans>
                </TextLink>
              )}
            </Text>
          </div>
          <Button
            variant="default"
            onClick={() => {
              setSaid(undefined)
              setOpened(true)
            }}
          >{t`Change…`}</Button>
        </li>
      </ul>
      <Dialog opened={opened} title={t`Require a second factor`} onClose={() => setOpened(false)}>
        <SecondFactorForm
          organization={organization}
          onClose={() => setOpened(false)}
          onSaved={() => {
            setOpened(false)
            setSaid(t`Saved.`)
            onChanged()
          }}
        />
      </Dialog>
    </Panel>
  )
}

function State({ time }: { time: string | null }) {
  const format = useFormat()
  const [openedAt] = useState(() => Date.now())
  if (time === null) return <Trans>Off: a password is enough.</Trans>
  const date = format.dateTime(time)
  return Date.parse(time) > openedAt ? <Trans>From {date} on</Trans> : <Trans>Required since {date}</Trans>
}
