import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useShortcuts } from '../../../../platform/web/page/keys.ts'
import classes from '../filters/FilterBar.module.css'

/** Where a name, an e-mail address or a phone number is looked for; `/` goes there. */
export function SearchBox({ search, onSearch }: { search: string; onSearch(text: string): void }) {
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(search)
  useEffect(() => setText(search), [search])
  useShortcuts([{ keys: '/', label: 'Search leads', group: 'Leads', run: () => field.current?.select() }])
  return (
    <form
      className={classes.searchBox}
      onSubmit={event => {
        event.preventDefault()
        if (text.trim() !== search) onSearch(text.trim())
      }}
    >
      <IconSearch size={13} stroke={1.6} aria-hidden />
      <input
        ref={field}
        type="search"
        name="search"
        value={text}
        maxLength={200}
        placeholder="Find a lead"
        aria-label="Search by name, e-mail or phone"
        aria-keyshortcuts="/"
        onChange={event => setText(event.currentTarget.value)}
        onKeyDown={event => {
          if (event.key !== 'Escape') return
          setText(search)
          event.currentTarget.blur()
        }}
      />
    </form>
  )
}
