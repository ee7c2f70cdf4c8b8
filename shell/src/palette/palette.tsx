// WAI-ARIA's combobox: the tags for lists of options hold texts only, and none can be chosen while the field keeps the focus.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { LoadFailure, TextInput, useFailure, useNavigate, VisuallyHidden, Waiting } from 'kit'
import {
  type KeyboardEvent,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useLock } from '../federation/lock-context.ts'
import { addOnDemandTexts } from '../on-demand-texts.ts'
import type { Entry } from './entry.ts'
import { find } from './find.ts'
import { entryTexts, organizationEntry, useActions } from './use-entries.ts'
import { type Organization, useOrganizations } from './use-organizations.ts'
import { usePages } from './use-pages.ts'

export async function loadPalette() {
  await addOnDemandTexts()
  return Palette
}

/** So many of a kind are shown; who looks for another one types on. */
const SHOWN = 8

/**
 * Finds pages, organizations and actions by typing: WAI-ARIA's combobox with a list that is always open. The arrow keys choose, Enter
 * does it.
 */
function Palette({ onDone }: { onDone: () => void }) {
  const { t } = useLingui()
  const lock = useLock()
  const navigate = useNavigate()
  const listId = useId()
  const field = useRef<HTMLInputElement>(null)
  const { failure, failed } = useFailure(entryTexts)
  const [typed, setTyped] = useState('')
  // The frame that answers a key has the field with it. What is found follows, also when the palette opens: null.
  const query = useDeferredValue<string | null>(typed, null)
  const isEntered = useRef(false)
  const [chosen, setChosen] = useState(0)
  const [isBusy, setBusy] = useState(false)
  const isWanted = query !== null
  const { organizations, isWhole, error, reload } = useOrganizations(isWanted)
  const pages = usePages(isWanted, organizations)
  const actions = useActions(isWanted)
  const found = useMemo(
    () => (query === null ? [] : find<Entry | Organization>([...pages, ...organizations, ...actions], query)),
    [pages, organizations, actions, query],
  )
  const count = found.length
  // In the order of the best of each kind.
  const sections = [...Map.groupBy(found, ({ kind }) => kind)].map(([kind, entries]) => ({
    kind,
    shown: entries.slice(0, SHOWN).map((entry) => ('slug' in entry ? organizationEntry(entry, lock) : entry)),
    more: Math.max(0, entries.length - SHOWN),
  }))
  const options = sections.flatMap(({ shown }) => shown)
  const present = options[Math.min(chosen, options.length - 1)]
  const headings = { page: t`Pages`, organization: t`Organizations`, action: t`Actions` }
  const idOf = ({ kind, id }: Entry) => `${listId}-${kind}-${id}`
  const presentId = present && idOf(present)
  useEffect(() => {
    // A dialog that is about to open does it by itself.
    if (field.current?.closest('[open]')) field.current.focus()
  }, [])
  useEffect(() => {
    if (presentId) document.getElementById(presentId)?.scrollIntoView({ block: 'nearest' })
  }, [presentId])

  const run = async ({ act, to }: Entry) => {
    if (isBusy) return
    if (act) {
      setBusy(true)
      const isRefused = failed(await act())
      setBusy(false)
      if (isRefused) return
    }
    onDone()
    if (to !== undefined) await navigate(to)
  }
  const enter = useEffectEvent(() => {
    if (isEntered.current && query === typed && present) void run(present)
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies -- what was found meanwhile is what Enter waits for
  useEffect(() => enter(), [query])
  const answerKey = (event: KeyboardEvent) => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      if (query === typed && present) void run(present)
      else isEntered.current = true
    } else if (step !== undefined && present)
      setChosen((options.indexOf(present) + step + options.length) % options.length)
    else return
    event.preventDefault()
  }
  return (
    <div className="shell-palette">
      <TextInput
        ref={field}
        role="combobox"
        aria-label={t`Search`}
        aria-expanded="true"
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={presentId}
        placeholder={t`Search`}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          setChosen(0)
          isEntered.current = false
        }}
        onKeyDown={answerKey}
      />
      {failure}
      <div id={listId} role="listbox" aria-label={t`Results`} aria-busy={isBusy} className="shell-palette-list">
        {sections.map(({ kind, shown, more }) => (
          <div key={kind} role="group" aria-labelledby={`${listId}-${kind}`}>
            <div id={`${listId}-${kind}`} role="presentation" className="shell-group">
              {headings[kind]}
            </div>
            {shown.map((entry) => (
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys are the field's
              <div
                key={entry.id}
                id={idOf(entry)}
                role="option"
                tabIndex={-1}
                aria-selected={entry === present}
                className="shell-palette-option"
                onPointerMove={() => setChosen(options.indexOf(entry))}
                onPointerDown={(event) => event.preventDefault()}
                onClick={() => void run(entry)}
              >
                <span>{entry.label}</span>
                {entry.detail !== undefined && <span className="shell-palette-detail">{entry.detail}</span>}
              </div>
            ))}
            {more > 0 && (
              <div role="presentation" className="shell-palette-more">
                <Plural value={more} one="# more: type on to find it" other="# more: type on to find them" />
              </div>
            )}
          </div>
        ))}
      </div>
      {isWanted && options.length === 0 && !isWhole && !error && <Waiting lines={2} />}
      {error && <LoadFailure error={error} onRetry={reload} />}
      <output className="shell-palette-outcome">
        {isWanted && options.length === 0 && isWhole && <Trans>Nothing was found.</Trans>}
        {options.length > 0 && query !== '' && (
          <VisuallyHidden>
            <Plural value={count} one="# result" other="# results" />
          </VisuallyHidden>
        )}
      </output>
    </div>
  )
}
