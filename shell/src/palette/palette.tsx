// `<option>` allows only text, and cannot be selected while the field keeps the focus.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import CornerDownLeft from 'lucide-react/icons/corner-down-left'
import FileText from 'lucide-react/icons/file-text'
import { Avatar, LoadFailure, useFailure, useNavigate, VisuallyHidden, Waiting } from 'kit'
import { memo, type MouseEvent, useDeferredValue, useEffect, useEffectEvent, useLayoutEffect, useState } from 'react'
import { accountTexts } from '../browser-accounts.ts'
import type { Entry } from './entry.ts'
import { splitMatches } from './find.ts'
import type { PaletteProps } from './palette-field.tsx'
import { useSections } from './use-sections.ts'
import './palette.css'

export function Palette(props: PaletteProps) {
  // Deferred, so that typing stays fast.
  const search = useDeferredValue<PaletteProps['search'] | null>(props.search, null)
  return search ? <Results {...props} search={search} /> : <Waiting isList />
}

const Results = memo(function Results({ field, listId, search, setSearch, onDone }: PaletteProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const { failure, failed } = useFailure(accountTexts)
  const { typed: query, chosen, isEntered } = search
  const [isBusy, setBusy] = useState(false)
  const { sections, first, organization, count, isWhole, error, reload } = useSections(query)
  const options = sections.flatMap(({ shown }) => shown)
  const selected = options.at((first + chosen) % options.length)
  const idOf = ({ kind, id }: Entry) => `${listId}-${kind}-${id}`
  const indexOf = ({ target }: MouseEvent) => {
    const id = target instanceof Element && target.closest('[role=option]')?.id
    return options.findIndex((entry) => idOf(entry) === id)
  }
  const selectedId = selected && idOf(selected)
  useActiveOption(field, selectedId)
  useListOf(field, listId)

  const run = async ({ act, to, state }: Entry) => {
    if (isBusy) return
    if (act) {
      setBusy(true)
      const isRefused = failed(await act())
      setBusy(false)
      if (isRefused) {
        setSearch((before) => ({ ...before, isEntered: false }))
        return
      }
    }
    onDone()
    if (to !== undefined) await navigate(to, { state })
  }
  const enter = useEffectEvent(() => {
    if (isEntered && selected) void run(selected)
  })
  // oxlint-disable-next-line react/exhaustive-effect-dependencies, react/set-state-in-effect -- Enter waits for the results
  useEffect(() => enter(), [isEntered, query, selectedId])
  return (
    <>
      {failure}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the field handles the keys */}
      <div
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label={t`Results`}
        aria-busy={isBusy}
        className="shell-palette-list"
        onPointerMove={(event) => {
          const index = indexOf(event)
          if (index >= 0 && options[index] !== selected) setSearch((before) => ({ ...before, chosen: index - first }))
        }}
        onPointerDown={(event) => event.preventDefault()}
        onClick={(event) => {
          const entry = options[indexOf(event)]
          if (entry) void run(entry)
        }}
      >
        {sections.map(({ kind, shown, more }) => (
          <div key={kind} role="group" aria-labelledby={`${listId}-${kind}`}>
            <div id={`${listId}-${kind}`} role="presentation" className="shell-group">
              <Heading kind={kind} organization={organization?.label ?? ''} />
            </div>
            {shown.map((entry) => (
              <Option key={entry.id} id={idOf(entry)} entry={entry} isSelected={entry === selected} query={query} />
            ))}
            {more > 0 && <More kind={kind} more={more} />}
          </div>
        ))}
      </div>
      {options.length === 0 && !isWhole && !error && <Waiting lines={2} />}
      {error && <LoadFailure error={error} onRetry={reload} />}
      <output className="shell-palette-outcome">
        {options.length === 0 && isWhole && <Trans>No results</Trans>}
        {options.length > 0 && query !== '' && <Count count={count} />}
      </output>
      <Keys />
    </>
  )
})

function Heading({ kind, organization: organizationName }: { kind: Entry['kind']; organization: string }) {
  const { t } = useLingui()
  if (kind === 'page') return t`Pages`
  if (kind === 'organization') return t`Organizations`
  return kind === 'action' ? t`Actions` : t`People in ${organizationName}`
}

interface OptionProps {
  id: string
  entry: Entry
  isSelected: boolean
  query: string
}

/** Memoized: a key or a pointer changes few of up to thirty. */
const Option = memo(function Option({ id, entry, isSelected, query }: OptionProps) {
  return (
    <div id={id} role="option" tabIndex={-1} aria-selected={isSelected} className="shell-palette-option">
      <Mark entry={entry} />
      <span>
        <Marked text={entry.label} query={query} />
      </span>
      {entry.detail !== undefined && (
        <span className="shell-palette-detail">
          <Marked text={entry.detail} query={query} />
        </span>
      )}
    </div>
  )
})

const Marked = ({ text, query }: { text: string; query: string }) =>
  // oxlint-disable-next-line react/no-array-index-key -- the parts have no other identity
  splitMatches(text, query).map((part, index) => (index % 2 === 0 ? part : <mark key={index}>{part}</mark>))

const More = ({ kind, more }: { kind: Entry['kind']; more: number }) => (
  <div role="presentation" className="shell-palette-more">
    {kind === 'page' && <Plural value={more} one="# more page" other="# more pages" />}
    {kind === 'organization' && <Plural value={more} one="# more organization" other="# more organizations" />}
    {kind === 'action' && <Plural value={more} one="# more action" other="# more actions" />}
  </div>
)

const Count = ({ count }: { count: number }) => (
  <VisuallyHidden>
    <Plural value={count} one="# result" other="# results" />
  </VisuallyHidden>
)

const Keys = () => (
  <div className="shell-palette-foot" aria-hidden="true">
    <kbd className="shell-key">
      <ArrowUp size={12} />
    </kbd>
    <kbd className="shell-key">
      <ArrowDown size={12} />
    </kbd>
    <Trans>Move</Trans>
    <kbd className="shell-key">
      <CornerDownLeft size={12} />
    </kbd>
    <Trans>Open</Trans>
  </div>
)

function Mark({ entry }: { entry: Entry }) {
  const { kind, id, label: name, image = null, detail: email, icon: Icon = FileText } = entry
  if (kind === 'page' || kind === 'action') return <Icon size={16} />
  if (kind === 'person') return <Avatar user={{ name, image, email: email ?? id }} size={24} />
  return <Avatar user={{ id, name, image }} size={24} isSquare />
}

function useActiveOption(field: PaletteProps['field'], id: string | undefined): void {
  useEffect(() => {
    if (id) field.current?.setAttribute('aria-activedescendant', id)
    else field.current?.removeAttribute('aria-activedescendant')
    if (id) document.getElementById(id)?.scrollIntoView({ block: 'nearest' })
  }, [field, id])
}

/** The list is drawn later than the field. */
function useListOf(field: PaletteProps['field'], listId: string): void {
  useLayoutEffect(() => {
    const { current } = field
    current?.setAttribute('aria-controls', listId)
    current?.setAttribute('aria-expanded', 'true')
    return () => {
      current?.removeAttribute('aria-controls')
      current?.setAttribute('aria-expanded', 'false')
    }
  }, [field, listId])
}
