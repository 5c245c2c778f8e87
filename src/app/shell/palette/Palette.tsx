import { IconCommand, IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { Dialog } from '../../../platform/ui/dialogs/Dialog.tsx'
import { KeyHint } from '../../../platform/ui/pieces.tsx'
import { useShortcutList } from '../../../platform/web/page/keys.ts'
import { printedKeys } from '../../../platform/web/page/printedKeys.ts'
import { useButtons, useGoTo } from '../drawer/usePages.ts'
import classes from './Palette.module.css'
import { hearTyping, selectPrefetched } from './PaletteWait.tsx'
import { answering, type PaletteItem } from './palette.ts'
import { useFound } from './useFound.tsx'

/** People, screens and actions, by typing a few letters of them. */
export function Palette({ onClose }: { onClose: () => void }) {
  const [ahead] = useState(selectPrefetched)
  const [query, setQuery] = useState(ahead.text)
  const [at, setAt] = useState(0)
  const { records, searching } = useFound(query)
  const screens = useScreens()
  const actions = useActions()
  const items = useMemo(
    () => [...records, ...answering([...actions, ...screens], query)],
    [records, screens, actions, query],
  )
  const current = Math.min(at, Math.max(0, items.length - 1))
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
    choose(items[current], false)
  })
  const field = useRef<HTMLInputElement>(null)
  useEffect(
    // The field gets the focus a moment after it is drawn; letters in between are meant for it too.
    () =>
      hearTyping(
        () => field.current,
        pressed => {
          if (pressed.entered) setEntered(true)
          else setQuery(before => before + (pressed.text ?? ''))
          field.current?.focus()
        },
      ),
    [],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0) setAt((current + step + items.length) % Math.max(1, items.length))
    else if (event.key === 'Home' && query === '') setAt(0)
    else if (event.key === 'End' && query === '') setAt(items.length - 1)
    else if (event.key === 'Enter') choose(items[current], event.metaKey || event.ctrlKey)
    else return
    event.preventDefault()
  }
  return (
    <Dialog
      opened
      onClose={onClose}
      size={640}
      yOffset={112}
      withCloseButton={false}
      classNames={{ body: classes.body }}
      aria-label="Search people, screens, actions"
    >
      <div className={classes.field}>
        <IconSearch size={18} stroke={1.6} aria-hidden="true" />
        <input
          ref={field}
          className={classes.input}
          value={query}
          placeholder="Search people, screens, actions"
          aria-label="Search people, screens, actions"
          role="combobox"
          aria-expanded="true"
          aria-controls="palette-list"
          aria-activedescendant={items[current] ? `palette-${items[current].id}` : undefined}
          data-autofocus
          onChange={event => {
            setQuery(event.currentTarget.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <span className={classes.what}>People, screens, actions</span>
      </div>
      <PaletteList items={items} searching={searching} current={current} onPoint={setAt} onChoose={choose} />
      <footer className={classes.footer}>
        <span>
          <KeyHint keys="↑ ↓" /> move
        </span>
        <span>
          <KeyHint keys="↵" /> open
        </span>
        <span>
          <KeyHint keys={printedKeys('mod+Enter')} /> in a new tab
        </span>
        <span className={classes.total}>{totals(items)}</span>
      </footer>
    </Dialog>
  )
}

interface PaletteListProps {
  items: readonly PaletteItem[]
  /** The server has not answered yet. */
  searching: boolean
  current: number
  onPoint: (index: number) => void
  onChoose: (item: PaletteItem, newTab: boolean) => void
}

function PaletteList({ items, searching, current, onPoint, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector(`[data-index="${current}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [current])
  if (items.length === 0) return <p className={classes.nothing}>{searching ? 'Searching' : 'No results'}</p>
  return (
    <div ref={list} id="palette-list" role="listbox" aria-label="Results" className={classes.list}>
      {items.map((item, index) => (
        <div key={item.id}>
          {items[index - 1]?.group !== item.group && <div className={classes.group}>{item.group}</div>}
          {/* biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the focus and hears the keys */}
          <div
            id={`palette-${item.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === current}
            data-index={index}
            className={classes.item}
            onMouseMove={() => onPoint(index)}
            onClick={event => onChoose(item, event.metaKey || event.ctrlKey)}
          >
            <span className={classes.icon}>{item.icon}</span>
            <span className={classes.label}>{item.label}</span>
            {item.hint && <span className={classes.hint}>{item.hint}</span>}
            <span className={classes.end}>
              {item.end}
              {item.keys && <KeyHint keys={printedKeys(item.keys)} />}
            </span>
          </div>
        </div>
      ))}
    </div>
  )
}

function useScreens(): PaletteItem[] {
  const buttons = useButtons()
  const goTo = useGoTo()
  return useMemo(
    () =>
      buttons
        .filter(entry => entry.external === null)
        .map(entry => ({
          id: `screen-${entry.id}`,
          group: 'Screens',
          label: entry.tooltip,
          hint: 'Go to screen',
          icon: entry.icon && <entry.icon size={16} stroke={1.6} />,
          to: entry.path,
          run: () => goTo(entry.path),
          ...(entry.key ? { keys: `g ${entry.key}` } : {}),
        })),
    [buttons, goTo],
  )
}

/** Whatever has a key right now is also an action, except moving about. */
function useActions(): PaletteItem[] {
  const shortcuts = useShortcutList()
  return useMemo(
    () =>
      shortcuts
        .filter(({ group }) => group !== 'Move' && group !== 'Go to')
        .map(({ keys, label, group, run }) => ({
          id: `action-${group}-${label}`.replace(/\s+/g, '-'),
          group: 'Actions',
          label,
          keys,
          icon: <IconCommand size={16} stroke={1.6} />,
          run,
        })),
    [shortcuts],
  )
}

function totals(items: readonly PaletteItem[]): string {
  const count = (name: string, test: (item: PaletteItem) => boolean) => {
    const number = items.filter(test).length
    return number === 0 ? [] : [`${number} ${number === 1 ? name.replace('people', 'person').replace(/s$/, '') : name}`]
  }
  return [
    ...count('people', item => item.isPerson === true),
    ...count('actions', item => item.group === 'Actions'),
    ...count('screens', item => item.group === 'Screens'),
  ].join(', ')
}
