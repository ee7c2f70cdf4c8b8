// The field and its list are two elements: what it finds is drawn by code that comes later.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { useLingui } from '@lingui/react/macro'
import { TextInput } from 'kit'
import {
  type ComponentType,
  type Dispatch,
  type ReactNode,
  type RefObject,
  type SetStateAction,
  useId,
  useRef,
  useState,
} from 'react'

interface Asked {
  typed: string
  /** How many options below the first one; above it, the last ones. */
  chosen: number
  isEntered: boolean
}

export interface PaletteProps {
  field: RefObject<HTMLInputElement | null>
  listId: string
  asked: Asked
  setAsked: Dispatch<SetStateAction<Asked>>
  onDone: () => void
}

interface Props {
  Palette: ComponentType<PaletteProps> | undefined
  standIn: ReactNode
  onDone: () => void
}

const nothing: Asked = { typed: '', chosen: 0, isEntered: false }
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * WAI-ARIA's combobox: by typing something is found, the arrow keys choose, Enter does it. The field does not wait for the code of what it
 * finds, which gets whatever was pressed before it came.
 */
export function PaletteField({ Palette, standIn, onDone }: Props) {
  const { t } = useLingui()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [asked, setAsked] = useState(nothing)
  return (
    <div className="shell-palette">
      <TextInput
        ref={field}
        role="combobox"
        aria-label={t`Search`}
        aria-expanded={Palette !== undefined}
        aria-controls={Palette && listId}
        aria-autocomplete="list"
        placeholder={t`Search`}
        autoComplete="off"
        spellCheck={false}
        value={asked.typed}
        onChange={({ currentTarget: { value } }) => setAsked({ ...nothing, typed: value })}
        onKeyDown={(event) => {
          const step = steps[event.key]
          if (event.nativeEvent.isComposing) return
          if (event.key === 'Enter') setAsked((before) => ({ ...before, isEntered: true }))
          else if (step !== undefined) setAsked((before) => ({ ...before, chosen: before.chosen + step }))
          else return
          event.preventDefault()
        }}
      />
      {Palette ? <Palette field={field} listId={listId} asked={asked} setAsked={setAsked} onDone={onDone} /> : standIn}
    </div>
  )
}
