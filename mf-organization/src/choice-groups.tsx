import { Checkbox } from 'kit'
import type { ReactNode } from 'react'
import './choice-groups.css'

interface Choice {
  value: string
  label: string
  /** Why it cannot be chosen or given up. */
  obstacle?: ReactNode
}

export interface ChoiceGroup {
  key: string
  label: string
  choices: readonly Choice[]
}

interface Props {
  groups: readonly ChoiceGroup[]
  /** Perhaps also values that no group has. */
  chosen: readonly string[]
  onChange: (chosen: string[]) => void
}

/** Checkboxes below headings, in columns. */
export const ChoiceGroups = ({ groups, chosen, onChange }: Props) => (
  <div className="choice-groups">
    {groups.map(({ key, label: heading, choices }) => (
      <fieldset key={key}>
        <legend>{heading}</legend>
        {choices.map(({ value, label, obstacle }) => (
          <Checkbox
            key={value}
            label={label}
            checked={chosen.includes(value)}
            disabled={Boolean(obstacle)}
            description={obstacle}
            onChange={({ currentTarget: { checked } }) =>
              onChange(checked ? [...chosen, value] : chosen.filter((one) => one !== value))
            }
          />
        ))}
      </fieldset>
    ))}
  </div>
)
