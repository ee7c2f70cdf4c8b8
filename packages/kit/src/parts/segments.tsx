import { type KeyboardEvent, type ReactNode, useId } from 'react'
import { useFormat } from '../i18n/format.ts'

export interface Segment<Value extends string> {
  value: Value
  text: string
  count?: number | undefined
}

interface SegmentsProps<Value extends string> {
  label: string
  items: readonly Segment<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Views within one page. For pages with URLs of their own see `Tabs`, for a value `SegmentedControl`. */
export function SegmentedTabs<Value extends string>({
  label,
  items,
  value,
  onChange,
  children,
}: SegmentsProps<Value> & { children: ReactNode }) {
  const id = useId()
  const moveFocus = (event: KeyboardEvent<HTMLDivElement>) => {
    const present = items.findIndex((item) => item.value === value)
    const targets: Record<string, number> = { ArrowRight: present + 1, ArrowLeft: present - 1, Home: 0, End: -1 }
    const target = targets[event.key]
    const next = target === undefined ? undefined : items.at(target % items.length)
    if (!next) return
    event.preventDefault()
    onChange(next.value)
    event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[items.indexOf(next)]?.focus()
  }
  return (
    <>
      <div className="kit-segments" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={moveFocus}>
        {items.map((item) => (
          <button
            key={item.value}
            type="button"
            role="tab"
            id={`${id}-${item.value}`}
            aria-selected={item.value === value}
            aria-controls={`${id}-panel`}
            tabIndex={item.value === value ? 0 : -1}
            onClick={() => onChange(item.value)}
          >
            {item.text} <Count value={item.count} />
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${value}`}>
        {children}
      </div>
    </>
  )
}

/** One value of up to four. */
export function SegmentedControl<Value extends string>({ label, items, value, onChange }: SegmentsProps<Value>) {
  const name = useId()
  return (
    <div className="kit-segments" role="radiogroup" aria-label={label}>
      {items.map((item) => (
        <label key={item.value}>
          <input type="radio" name={name} checked={item.value === value} onChange={() => onChange(item.value)} />
          {item.text} <Count value={item.count} />
        </label>
      ))}
    </div>
  )
}

function Count({ value }: { value: number | undefined }) {
  const format = useFormat()
  return value !== undefined && <span className="kit-count">{format.number(value)}</span>
}
