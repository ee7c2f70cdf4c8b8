// WAI-ARIA's combobox: the tags for lists of options hold texts only, and none can be chosen while the field keeps the focus.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { LoadFailure, useFailure, useNavigate, VisuallyHidden, Waiting } from 'kit'
import { useDeferredValue, useEffect, useEffectEvent, useState } from 'react'
import { addOnDemandTexts } from '../on-demand-texts.ts'
import type { Entry } from './entry.ts'
import type { PaletteProps } from './palette-field.tsx'
import { entryTexts } from './use-entries.ts'
import { useSections } from './use-sections.ts'

export async function loadPalette() {
  await addOnDemandTexts()
  return Palette
}

function Palette(props: PaletteProps) {
  // The frame that shows a key press shows the field with it. The results follow; when the palette opens, too.
  const query = useDeferredValue<string | null>(props.asked.typed, null)
  return query !== null && <Results {...props} query={query} />
}

/** What matches the query, in a list that is always open. */
function Results({ field, listId, asked, setAsked, onDone, query }: PaletteProps & { query: string }) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { failure, failed } = useFailure(entryTexts)
  const { typed, chosen, isEntered } = asked
  const [isBusy, setBusy] = useState(false)
  const { sections, count, isWhole, error, reload } = useSections(query)
  const options = sections.flatMap(({ shown }) => shown)
  const present = options.at(chosen % options.length)
  const headings = { page: t`Pages`, organization: t`Organizations`, action: t`Actions` }
  const idOf = ({ kind, id }: Entry) => `${listId}-${kind}-${id}`
  const presentId = present && idOf(present)
  useActiveOption(field, presentId)

  const run = async ({ act, to }: Entry) => {
    if (isBusy) return
    if (act) {
      setBusy(true)
      const isRefused = failed(await act())
      setBusy(false)
      if (isRefused) {
        setAsked((before) => ({ ...before, isEntered: false }))
        return
      }
    }
    onDone()
    if (to !== undefined) await navigate(to)
  }
  const enter = useEffectEvent(() => {
    if (isEntered && query === typed && present) void run(present)
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/set-state-in-effect -- Enter waits for what is found meanwhile
  useEffect(() => enter(), [isEntered, query, presentId])
  return (
    <>
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
                onPointerMove={() => setAsked((before) => ({ ...before, chosen: options.indexOf(entry) }))}
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
      {options.length === 0 && !isWhole && !error && <Waiting lines={2} />}
      {error && <LoadFailure error={error} onRetry={reload} />}
      <output className="shell-palette-outcome">
        {options.length === 0 && isWhole && <Trans>Nothing was found.</Trans>}
        {options.length > 0 && query !== '' && (
          <VisuallyHidden>
            <Plural value={count} one="# result" other="# results" />
          </VisuallyHidden>
        )}
      </output>
    </>
  )
}

/** Names the chosen option to screen readers, at the field that has the focus, and scrolls to it. */
function useActiveOption(field: PaletteProps['field'], id: string | undefined): void {
  useEffect(() => {
    if (id) field.current?.setAttribute('aria-activedescendant', id)
    else field.current?.removeAttribute('aria-activedescendant')
    if (id) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [field, id])
}
