import { createContext, type ReactNode, useContext, useState } from 'react'
import { createPortal } from 'react-dom'
import classes from './Frame.module.css'

interface Places {
  note: HTMLElement | null
  actions: HTMLElement | null
}

const FramePlaces = createContext<Places | null>(null)

interface FrameProps {
  title: string
  /** What the part is for, in a sentence; the part may say something more telling with `FrameNote`. */
  note: string
  /** The way between the parts. */
  navigation: ReactNode
  children: ReactNode
}

/** A screen of several parts: their names at the left, then one header and one left edge for all of them. Fills the sheet. */
export function Frame({ title, note, navigation, children }: FrameProps) {
  const [noteAt, setNoteAt] = useState<HTMLElement | null>(null)
  const [actionsAt, setActionsAt] = useState<HTMLElement | null>(null)
  return (
    <FramePlaces value={{ note: noteAt, actions: actionsAt }}>
      <div className={classes.frame} data-fills>
        {navigation}
        <div className={classes.main}>
          <header className={classes.head}>
            <div className={classes.titles}>
              <h1 className={classes.title}>{title}</h1>
              <p className={classes.note}>
                <span ref={setNoteAt} className={classes.said} />
                <span className={classes.usual}>{note}</span>
              </p>
            </div>
            <div ref={setActionsAt} className={classes.actions} />
          </header>
          {/* Keyed by its part, so that each begins at its top. */}
          <div key={title} className={classes.content}>
            {children}
          </div>
        </div>
      </div>
    </FramePlaces>
  )
}

/** What the part that is open says of itself beneath its title: facts, in place of what it is for. */
export function FrameNote({ children }: { children: ReactNode }) {
  const places = useContext(FramePlaces)
  return places?.note ? createPortal(children, places.note) : null
}

/** Buttons of the part that is open, at the right of its header; in their own place where there is no frame around it. */
export function FrameActions({ children }: { children: ReactNode }) {
  const places = useContext(FramePlaces)
  if (!places) return children
  return places.actions && createPortal(children, places.actions)
}

/** Search and filters of a part, above what they narrow. */
export function FrameBar({ children }: { children: ReactNode }) {
  return <search className={classes.bar}>{children}</search>
}

/** The rows of a part that are about one thing: a ruled head with its title, and a count. */
export function FrameSection({ title, count, note, children }: FrameSectionProps) {
  return (
    <section aria-label={title}>
      <header className={classes.sectionHead}>
        <h2>{title}</h2>
        {count !== undefined && <span>{count}</span>}
        {note && <p>{note}</p>}
      </header>
      {children}
    </section>
  )
}

interface FrameSectionProps {
  title: string
  count?: number | undefined
  /** Beside the title. */
  note?: ReactNode
  children: ReactNode
}

interface SettingRowProps {
  name: ReactNode
  meaning: ReactNode
  /** At the edge that all controls share. */
  control: ReactNode
  /** Who changed it, or what holds; in meta, right of the control. */
  note?: ReactNode
  /** Below the row. */
  children?: ReactNode
  /** Shows what is known of this setting; its name becomes a button. */
  onChoose?: () => void
  isChosen?: boolean
}

/** One setting: its name and what it means, then its control, always equally wide. */
export function SettingRow({ name, meaning, control, note, children, onChoose, isChosen = false }: SettingRowProps) {
  return (
    <div className={classes.setting} data-chosen={isChosen || undefined}>
      <div className={classes.settingText}>
        <h3>
          {onChoose ? (
            <button type="button" className={classes.choose} aria-pressed={isChosen} onClick={onChoose}>
              {name}
            </button>
          ) : (
            name
          )}
        </h3>
        <p>{meaning}</p>
      </div>
      <div className={classes.control}>{control}</div>
      <div className={classes.settingNote}>{note}</div>
      {children && <div className={classes.more}>{children}</div>}
    </div>
  )
}

/** Rows of a part, with what is known of the chosen one at their right; on narrow windows below them. */
export function FrameSplit({ side, children }: { side: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.split}>
      <div className={classes.rows}>{children}</div>
      {side && <aside className={classes.side}>{side}</aside>}
    </div>
  )
}
