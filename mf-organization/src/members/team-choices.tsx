import { useLingui } from '@lingui/react/macro'
import { Checkbox } from 'kit'
import { useId } from 'react'
import './members.css'

interface Props {
  teams: readonly { id: string; name: string }[]
  /** As in a form: ids with commas between them. */
  value: string
  error: string | undefined
  isFixed?: (id: string) => boolean
  onChange: (value: string) => void
}

/** Takes several teams. Empty if there is none. */
export function TeamChoices({ teams, value, error, isFixed, onChange }: Props) {
  const { t } = useLingui()
  const errorId = useId()
  const chosen = teamIdsOf(value)
  const change = (id: string, isOn: boolean) =>
    onChange((isOn ? [...chosen, id] : chosen.filter((one) => one !== id)).join())
  if (teams.length === 0) return null
  return (
    <fieldset className="kit-radio-group">
      <legend>{t`Teams`}</legend>
      <div className="choices">
        {teams.map(({ id, name }) => (
          <Checkbox
            key={id}
            label={name}
            checked={chosen.includes(id)}
            disabled={isFixed?.(id)}
            aria-invalid={error !== undefined}
            aria-describedby={error && errorId}
            onChange={({ currentTarget }) => change(id, currentTarget.checked)}
          />
        ))}
      </div>
      {error && (
        <span id={errorId} className="kit-error">
          {error}
        </span>
      )}
    </fieldset>
  )
}

export const teamIdsOf = (value: string) => value.split(',').filter(Boolean)
