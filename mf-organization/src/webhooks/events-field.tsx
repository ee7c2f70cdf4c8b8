import { useLingui } from '@lingui/react/macro'
import { Checkbox } from 'kit'
import { eventTexts } from '../audit-log/use-description.ts'
import { ChoiceGroups } from '../choice-groups.tsx'
import { useResourceName } from '../roles/permission-groups.ts'

const nounOf = (event: string): string => (event === 'owner.changed' ? 'member' : event.replace(/\..*/, ''))

/** Null selects all, also those that new releases add. */
export type Events = readonly string[] | null

interface Props {
  value: Events
  onChange: (events: Events) => void
}

export function EventsField({ value, onChange }: Props) {
  const { t } = useLingui()
  const resourceName = useResourceName()
  const known = Object.keys(eventTexts).filter((event) => event !== 'organization.created') // before any webhook
  const all = [...known, ...(value ?? []).filter((event) => !known.includes(event))]
  const nameOf = (event: string) => {
    const name = eventTexts[event]?.[1]
    return name ? t(name) : event
  }
  const groups = Array.from(Map.groupBy(all, nounOf), ([noun, events]) => ({
    key: noun,
    label: resourceName(noun),
    choices: events.map((event) => ({ value: event, label: nameOf(event) })),
  }))
  return (
    <>
      <Checkbox
        label={t`All events`}
        description={t`Also those that are added later`}
        checked={value === null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : [])}
      />
      {value && <ChoiceGroups groups={groups} chosen={value} onChange={onChange} />}
    </>
  )
}
