// oxlint-disable jsx-a11y/prefer-tag-over-role -- no tag takes text before the code of its list is loaded
// oxlint-disable jsx-a11y/role-has-required-aria-props -- palette.tsx adds `aria-controls` together with the list
import { useLingui } from '@lingui/react/macro'
import { TextInput } from 'kit'
import Search from 'lucide-react/icons/search'
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

interface SearchState {
  typed: string
  /** Index of the selected option; wraps around and may be negative. */
  chosen: number
  isEntered: boolean
}

export interface PaletteProps {
  field: RefObject<HTMLInputElement | null>
  listId: string
  search: SearchState
  setSearch: Dispatch<SetStateAction<SearchState>>
  onDone: () => void
}

interface Props {
  Palette: ComponentType<PaletteProps> | undefined
  fallback: ReactNode
  onDone: () => void
}

const nothing: SearchState = { typed: '', chosen: 0, isEntered: false }
const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }

/** A WAI-ARIA combobox that takes input before the code of its list is loaded. */
export function PaletteField({ Palette, fallback, onDone }: Props) {
  const { t } = useLingui()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [search, setSearch] = useState(nothing)
  return (
    <div className="shell-palette">
      <div className="shell-palette-field">
        <Search size={16} />
        <TextInput
          ref={field}
          role="combobox"
          aria-label={t`Search`}
          aria-expanded="false" // until there is a list
          aria-autocomplete="list"
          placeholder={t`Search`}
          autoComplete="off"
          spellCheck={false}
          value={search.typed}
          onChange={({ currentTarget: { value } }) => setSearch({ ...nothing, typed: value })}
          onKeyDown={(event) => {
            const step = steps[event.key]
            if (event.nativeEvent.isComposing) return
            if (event.key === 'Enter') setSearch((before) => ({ ...before, isEntered: true }))
            else if (step !== undefined) setSearch((before) => ({ ...before, chosen: before.chosen + step }))
            else return
            event.preventDefault()
          }}
        />
      </div>
      {Palette ? (
        <Palette field={field} listId={listId} search={search} setSearch={setSearch} onDone={onDone} />
      ) : (
        fallback
      )}
    </div>
  )
}
