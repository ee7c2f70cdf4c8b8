import { useLingui } from '@lingui/react/macro'
import { Checkbox } from 'kit'
import { eventTexts } from '../audit-log/use-description.ts'
import { useResourceName } from '../roles/permission-groups.ts'
import '../choice-groups.css'

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
  const groups = Map.groupBy(all, nounOf)
  return (
    <>
      <Checkbox
        label={t`All events`}
        description={t`Also those that are added later`}
        checked={value === null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? null : [])}
      />
      {value && (
        <div className="choice-groups">
          {[...groups].map(([noun, events]) => (
            <fieldset key={noun}>
              <legend>{resourceName(noun)}</legend>
              {events.map((event) => {
                const name = eventTexts[event]?.[1]
                return (
                  <Checkbox
                    key={event}
                    label={name ? t(name) : event}
                    checked={value.includes(event)}
                    onChange={({ currentTarget }) =>
                      onChange(currentTarget.checked ? [...value, event] : value.filter((one) => one !== event))
                    }
                  />
                )
              })}
            </fieldset>
          ))}
        </div>
      )}
    </>
  )
}
