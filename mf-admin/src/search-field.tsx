import { TextInput, useSettled } from 'kit'
import Search from 'lucide-react/icons/search'
import { useEffect, useEffectEvent, useState } from 'react'

interface Props {
  label: string
  query: string
  onSearch: (query: string) => void
}

/** Debounced. A search is one history entry, however often it is refined. */
export function SearchField({ label, query, onSearch }: Props) {
  const [text, setText] = useState(query)
  const settled = useSettled(text.trim())
  const [isTyped, setTyped] = useState(false)
  const search = useEffectEvent((wanted: string) => wanted !== query && onSearch(wanted))
  useEffect(() => {
    search(settled)
  }, [settled])
  const [shown, setShown] = useState(query)
  if (query !== shown) {
    setShown(query)
    // Otherwise it is what was typed, and more may have been typed since.
    if (query !== settled || !isTyped) {
      setText(query)
      setTyped(false)
    }
  }
  return (
    <search>
      <TextInput
        type="search"
        aria-label={label}
        placeholder={label}
        leftSection={<Search size={16} />}
        autoComplete="off"
        maxLength={254}
        value={text}
        onChange={({ currentTarget }) => {
          setText(currentTarget.value)
          setTyped(true)
        }}
      />
    </search>
  )
}
