// WAI-ARIA's combobox: the tags for lists of options hold texts only, and none can be chosen while the field keeps the focus.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { LoadFailure, useFailure, useNavigate, VisuallyHidden, Waiting } from 'kit'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { useLock } from '../federation/lock-context.ts'
import { addOnDemandTexts } from '../on-demand-texts.ts'
import type { Entry } from './entry.ts'
import { find } from './find.ts'
import type { PaletteProps } from './palette-field.tsx'
import { entryTexts, organizationEntry, useActions } from './use-entries.ts'
import { type Organization, useOrganizations } from './use-organizations.ts'
import { usePages } from './use-pages.ts'

export async function loadPalette() {
  await addOnDemandTexts()
  return Palette
}

/** So many of a kind are shown; who looks for another one types on. */
const SHOWN = 8

function Palette(props: PaletteProps) {
  // The frame that shows a key press shows the field with it. The results follow; when the palette opens, too.
  const query = useDeferredValue<string | null>(props.asked.typed, null)
  return query !== null && <Results {...props} query={query} />
}

/** Pages, organizations and actions that match the query, in a list that is always open. */
function Results({ field, listId, asked, setAsked, onDone, query }: PaletteProps & { query: string }) {
  const { t } = useLingui()
  const lock = useLock()
  const navigate = useNavigate()
  const { failure, failed } = useFailure(entryTexts)
  const { typed, chosen, isEntered } = asked
  const [isBusy, setBusy] = useState(false)
  const { organizations, isWhole, error, reload } = useOrganizations()
  const pages = usePages(organizations)
  const actions = useActions()
  const found = useMemo(
    () => find<Entry | Organization>([...pages, ...organizations, ...actions], query),
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
  const present = options.at(chosen % options.length)
  const headings = { page: t`Pages`, organization: t`Organizations`, action: t`Actions` }
  const idOf = ({ kind, id }: Entry) => `${listId}-${kind}-${id}`
  const presentId = present && idOf(present)
  useEffect(() => {
    // The field, which is there before this, tells screen readers what of this is chosen.
    if (presentId) field.current?.setAttribute('aria-activedescendant', presentId)
    else field.current?.removeAttribute('aria-activedescendant')
    if (presentId) document.getElementById(presentId)?.scrollIntoView({ block: 'nearest' })
  }, [field, presentId])

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
