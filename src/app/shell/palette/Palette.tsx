import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { KeyHint } from '../../../platform/ui/pieces.tsx'
import { printedKeys } from '../../../platform/web/page/printedKeys.ts'
import { useIsWide } from '../../../platform/web/viewport.ts'
import classes from './Palette.module.css'
import { PaletteList } from './PaletteList.tsx'
import { hearTyping, selectPrefetched } from './PaletteWait.tsx'
import { type PaletteItem, totalsOf } from './palette.ts'
import { usePaletteItems } from './usePaletteItems.tsx'
import { callLead } from './usePersonActions.tsx'

const PLACEHOLDER = 'Search people, screens, actions'

/** People with what can be done about them, screens and actions, by typing a few letters of them. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [ahead] = useState(selectPrefetched)
  const [query, setQuery] = useState(ahead.text)
  const [chosen, setChosen] = useState<string | null>(null)
  const isWide = useIsWide()
  const { items, withPerson, isEmpty, searching } = usePaletteItems(query, chosen)
  const current = items.find(({ id }) => id === chosen) ?? items[0]
  const choose = (item: PaletteItem | undefined, newTab: boolean) => {
    if (!item) return
    onClose()
    if (newTab && item.to) window.open(item.to, '_blank', 'noreferrer')
    else item.run()
  }
  const [entered, setEntered] = useState(ahead.entered)
  useEffect(() => {
    if (!entered) return
    setEntered(false)
    choose(current, false)
  })
  const field = useRef<HTMLInputElement>(null)
  useTypedAhead(field, pressed => {
    if (pressed.entered) setEntered(true)
    else setQuery(before => before + (pressed.text ?? ''))
  })
  const finish = (isSpecial: boolean) => {
    if (!isSpecial || !current?.ofLead) return choose(current, isSpecial)
    onClose()
    void callLead(current.ofLead)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const to = movedTo(event, { items, current, withPerson, isTyped: query !== '' })
    if (to) setChosen(to.id)
    else if (event.key === 'Enter') finish(event.metaKey || event.ctrlKey)
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size={640}
      yOffset={112}
      fullScreen={!isWide}
      withCloseButton={false}
      classNames={{ body: classes.body }}
      aria-label={PLACEHOLDER}
    >
      <Field
        field={field}
        query={query}
        current={current}
        onKeyDown={onKeyDown}
        onClose={onClose}
        onQuery={text => {
          setQuery(text)
          setChosen(null)
        }}
      />
      {(isEmpty || items.length === 0) && (
        <p className={classes.nothing}>{searching && !isEmpty ? 'Searching' : 'No results'}</p>
      )}
      {items.length > 0 && (
        <PaletteList items={items} current={current} onPoint={item => setChosen(item.id)} onChoose={choose} />
      )}
      <Footer isPerson={Boolean(current?.ofLead)} hasActions={withPerson.length > 0} totals={totalsOf(items)} />
    </Dialog>
  )
}

interface Moving {
  items: readonly PaletteItem[]
  current: PaletteItem | undefined
  withPerson: readonly PaletteItem[]
  isTyped: boolean
}

/** The line that a key leads to: Tab goes to what can be done about a person, Shift Tab back to them. */
function movedTo(event: KeyboardEvent, { items, current, withPerson, isTyped }: Moving): PaletteItem | undefined {
  const at = current ? items.indexOf(current) : 0
  switch (event.key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length]
    case 'ArrowUp':
      return items.at((at - 1) % items.length)
    case 'Home':
      return isTyped ? undefined : items[0]
    case 'End':
      return isTyped ? undefined : items.at(-1)
    case 'Tab':
      if (event.shiftKey) return items.find(item => item.isPerson && item.ofLead === withPerson[0]?.ofLead)
      return current?.isPerson ? withPerson[0] : withPerson[current ? withPerson.indexOf(current) + 1 : 0]
    default:
      return undefined
  }
}

/** The field gets the focus a moment after it is drawn; letters in between are meant for it too. */
function useTypedAhead(field: RefObject<HTMLInputElement | null>, heard: Parameters<typeof hearTyping>[1]): void {
  const latest = useRef(heard)
  latest.current = heard
  useEffect(
    () =>
      hearTyping(
        () => field.current,
        pressed => {
          latest.current(pressed)
          field.current?.focus()
        },
      ),
    [field],
  )
}

interface FieldProps {
  field: RefObject<HTMLInputElement | null>
  query: string
  current: PaletteItem | undefined
  onQuery(text: string): void
  onKeyDown(event: KeyboardEvent): void
  onClose(): void
}

function Field({ field, query, current, onQuery, onKeyDown, onClose }: FieldProps) {
  const [isNumbers, setIsNumbers] = useState(false)
  return (
    <div className={classes.field}>
      <IconSearch size={18} stroke={1.6} aria-hidden="true" />
      <input
        ref={field}
        className={classes.input}
        value={query}
        inputMode={isNumbers ? 'tel' : 'text'}
        placeholder={isNumbers ? 'Last digits of a number' : PLACEHOLDER}
        aria-label={PLACEHOLDER}
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={current ? `palette-${current.id}` : undefined}
        data-autofocus
        onChange={event => onQuery(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <span className={classes.what}>People, screens, actions</span>
      <span className={classes.onPhone}>
        <Button
          size="compact-md"
          variant="subtle"
          aria-pressed={isNumbers}
          aria-label="Number pad"
          onClick={() => {
            setIsNumbers(!isNumbers)
            // A keyboard that is open changes only when the field is entered anew.
            field.current?.blur()
            requestAnimationFrame(() => field.current?.focus())
          }}
        >
          {isNumbers ? 'ABC' : '123'}
        </Button>
        <Button size="compact-md" variant="subtle" color="gray" onClick={onClose}>
          Cancel
        </Button>
      </span>
    </div>
  )
}

interface FooterProps {
  /** A person is highlighted, or something that can be done about them. */
  isPerson: boolean
  hasActions: boolean
  totals: string
}

function Footer({ isPerson, hasActions, totals }: FooterProps) {
  return (
    <footer className={classes.footer}>
      <span data-hints>
        <KeyHint keys="↑ ↓" /> move
      </span>
      <span data-hints>
        <KeyHint keys="↵" /> open
      </span>
      <span data-hints>
        <KeyHint keys={printedKeys('mod+Enter')} /> {isPerson ? 'call' : 'in a new tab'}
      </span>
      {hasActions && (
        <span data-hints>
          <KeyHint keys="Tab" /> more on this person
        </span>
      )}
      <span className={classes.total}>{totals}</span>
    </footer>
  )
}
