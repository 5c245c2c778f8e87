import { Button } from '@mantine/core'
import { IconPlus, IconRefresh, IconX } from '@tabler/icons-react'
import { type Query, type QueryClient, QueryClientContext } from '@tanstack/react-query'
import {
  type ComponentProps,
  type CSSProperties,
  Fragment,
  type ReactNode,
  useContext,
  useEffect,
  useState,
} from 'react'
import classes from './pieces.module.css'
import type { Hue } from './theme/tokens.ts'

/** One or two words in the tint and text of a hue; grey without one. At most one per row. */
export function Badge({ hue, children }: { hue?: Hue; children: ReactNode }) {
  const style = hue ? { background: `var(--kt-${hue}-tint)`, color: `var(--kt-${hue}-text)` } : undefined
  return (
    <span className={classes.badge} style={style}>
      {children}
    </span>
  )
}

/** A key as it is printed on a keyboard. */
export function KeyHint({ keys, isContent }: { keys: string; isContent?: boolean }) {
  return (
    <>
      {keys.split(' ').map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the keys of one shortcut never move
        <kbd key={index} className={classes.key} data-hint={isContent ? undefined : ''}>
          {key}
        </kbd>
      ))}
    </>
  )
}

interface FilterChipProps {
  name: string
  value: ReactNode
  onOpen?: () => void
  onRemove: () => void
}

/** A filter that is set: its name, its value, and × in its own cell. */
export function FilterChip({ name, value, onOpen, onRemove }: FilterChipProps) {
  return (
    <span className={classes.chip}>
      <button type="button" className={classes.chipText} onClick={onOpen}>
        <span className={classes.chipName}>{name}</span> <span className={classes.chipValue}>{value}</span>
      </button>
      <button type="button" className={classes.chipRemove} onClick={onRemove} aria-label={`Remove filter ${name}`}>
        <IconX size={12} stroke={1.6} />
      </button>
    </span>
  )
}

/** The dashed chip that adds a filter. */
export function AddChip({ children, ...button }: { children: ReactNode } & ComponentProps<'button'>) {
  return (
    <button type="button" {...button} className={classes.addChip}>
      <IconPlus size={13} stroke={1.6} /> {children}
    </button>
  )
}

/** A chip that is on or off. */
export function ToggleChip({
  on,
  onChange,
  children,
}: {
  on: boolean
  onChange: (on: boolean) => void
  children: ReactNode
}) {
  return (
    <button type="button" className={classes.toggleChip} aria-pressed={on} onClick={() => onChange(!on)}>
      {children}
    </button>
  )
}

interface PanelSectionProps {
  title: string
  count?: number
  /** One action at the right. */
  action?: ReactNode
  children: ReactNode
}

/** A part of a panel: title, count, one action; no box of its own, it shares hairlines. */
export function PanelSection({ title, count, action, children }: PanelSectionProps) {
  return (
    <section className={classes.section} aria-label={title}>
      <header className={classes.sectionHead}>
        <h2 className={classes.sectionTitle}>{title}</h2>
        {count !== undefined && <span className={classes.sectionCount}>{count}</span>}
        <span className={classes.sectionAction}>{action}</span>
      </header>
      {children}
    </section>
  )
}

/** An address that breaks where its parts meet, "maya@" "brokerage." "example", and never within a word. */
export function Breakable({ text }: { text: string }) {
  return text.split(/(?<=[@.+_-])/).map((part, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text never move
    <Fragment key={place}>
      {place > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

interface SparklineProps {
  values: readonly number[]
  /** How many of the last bars stand out. */
  recent?: number
  width?: number
  height?: number
  label: string
}

/** Bars of activity; the latest in the accent. */
export function Sparkline({ values, recent = 3, width = 49, height = 15, label }: SparklineProps) {
  const limit = Math.max(1, ...values)
  const step = width / Math.max(1, values.length)
  return (
    <svg className={classes.spark} width={width} height={height} role="img" aria-label={label}>
      {values.map((value, index) => {
        const bar = Math.max(1, Math.round((value / limit) * height))
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place in time
            key={index}
            data-recent={index >= values.length - recent || undefined}
            x={index * step}
            y={height - bar}
            width={Math.max(1, step - 1.2)}
            height={bar}
            rx={0.5}
          />
        )
      })}
    </svg>
  )
}

/** Initials in a circle; never in the leads table. */
export function Initials({ text, hue, size = 24 }: { text: string; hue?: Hue; size?: number }) {
  const style: CSSProperties = { width: size, height: size, fontSize: Math.max(10, Math.round(size * 0.38)) }
  if (hue) Object.assign(style, { background: `var(--kt-${hue}-tint)`, color: `var(--kt-${hue}-text)` })
  return (
    <span className={classes.initials} style={style} aria-hidden="true">
      {text}
    </span>
  )
}

/** Somebody who waits longer than this wonders whether anything still happens. */
const LATE_MS = 6_000

/** What is on screen and has no answer yet; the answers that others gave stay as they are. */
const unanswered = { type: 'active', predicate: ({ state }: Query) => state.status === 'pending' } as const

/** Asks again for what has not been answered; where it is the script of a screen that does not come, the page is loaded anew. */
async function askAgain(client: QueryClient): Promise<void> {
  if (client.getQueryCache().findAll(unanswered).length === 0) return location.reload()
  await client.cancelQueries(unanswered)
  await client.refetchQueries(unanswered)
}

/** "Loading...", while a screen is fetched: the ring of an empty screen, at work. When it takes long it says so, and can be asked again. */
export function Loading() {
  const client = useContext(QueryClientContext)
  const [isLate, setLate] = useState(false)
  useEffect(() => {
    if (isLate) return
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [isLate])
  const tryAgain = () => {
    setLate(false)
    if (client) void askAgain(client)
    else location.reload()
  }
  return (
    <div className={classes.loading}>
      <output className={classes.waiting}>
        <svg viewBox="0 0 56 56" width="56" height="56" aria-hidden="true">
          <circle cx="28" cy="28" r="26" className={classes.track} />
          <path d="M28 2a26 26 0 0 1 24.4 17" className={classes.turn} />
          <path d="M18 28v11h20V28M15 29.5 28 18l13 11.5" className={classes.house} />
        </svg>
        <span>Loading...</span>
        {isLate && <span>This takes longer than usual.</span>}
      </output>
      {isLate && (
        <Button size="sm" variant="default" leftSection={<IconRefresh size={15} stroke={1.6} />} onClick={tryAgain}>
          Try again
        </Button>
      )}
    </div>
  )
}
