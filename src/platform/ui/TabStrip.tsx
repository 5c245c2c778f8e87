import { IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import classes from './TabStrip.module.css'

export interface Tab<Id extends string = string> {
  id: Id
  label: ReactNode
  /** Shown in meta beside the word. */
  count?: string | number | null
  deletable?: boolean
  /** Name for screen readers when the label is not plain text. */
  name?: string
}

interface TabStripProps<Id extends string> {
  label: string
  tabs: readonly Tab<Id>[]
  active: Id
  onSelect: (id: Id) => void
  onClose?: (id: Id) => void
  /** After the tabs, behind a divider: saved views. */
  after?: ReactNode
  /** At the right end. */
  actions?: ReactNode
}

/** The tabs of a screen: 40 high, an accent underline, × on those that may be closed. */
export function TabStrip<Id extends string>({
  label,
  tabs,
  active,
  onSelect,
  onClose,
  after,
  actions,
}: TabStripProps<Id>) {
  const strip = useRef<HTMLDivElement>(null)
  const numbers = tabs.map(tab => tab.count ?? '').join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: numbers that come later make tabs wider
  useEffect(() => {
    // On narrow windows the open tab may lie outside of what is seen.
    const open = active && strip.current?.querySelector('[aria-selected="true"]')
    if (open) open.scrollIntoView({ block: 'nearest', inline: 'center' })
  }, [active, numbers])
  const move = (event: KeyboardEvent, index: number) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    const next = tabs[(index + step + tabs.length) % tabs.length]
    if (step === 0 || !next) return
    event.preventDefault()
    onSelect(next.id)
    document.getElementById(`tab-${next.id}`)?.focus()
  }
  return (
    <div ref={strip} className={classes.strip} data-keep-clear>
      <div className={classes.scroller}>
        <div role="tablist" aria-label={label} className={classes.tabs}>
          {tabs.map((tab, index) => (
            <button
              key={tab.id}
              id={`tab-${tab.id}`}
              type="button"
              role="tab"
              className={classes.tab}
              aria-selected={tab.id === active}
              aria-label={tab.name}
              tabIndex={tab.id === active ? 0 : -1}
              onClick={() => onSelect(tab.id)}
              onKeyDown={event => (event.key === 'Delete' && tab.deletable ? onClose?.(tab.id) : move(event, index))}
            >
              <span className={classes.label}>{tab.label}</span>
              {tab.count !== undefined && tab.count !== null && <span className={classes.count}>{tab.count}</span>}
            </button>
          ))}
        </div>
        {tabs
          .filter(tab => tab.deletable)
          .map(tab => (
            <button
              key={tab.id}
              type="button"
              className={classes.close}
              aria-label={`Close ${tab.name ?? tab.label}`}
              onClick={() => onClose?.(tab.id)}
            >
              <IconX size={12} stroke={1.6} />
            </button>
          ))}
        {after && <div className={classes.after}>{after}</div>}
      </div>
      {actions && <div className={classes.actions}>{actions}</div>}
    </div>
  )
}
