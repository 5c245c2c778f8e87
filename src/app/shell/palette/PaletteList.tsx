import { useEffect, useRef } from 'react'
import { KeyHint } from '../../../platform/ui/pieces.tsx'
import { printedKeys } from '../../../platform/web/page/printedKeys.ts'
import classes from './Palette.module.css'
import type { PaletteItem } from './palette.ts'

interface PaletteListProps {
  items: readonly PaletteItem[]
  current: PaletteItem | undefined
  onPoint(item: PaletteItem): void
  onChoose(item: PaletteItem, newTab: boolean): void
}

/** The lines of the palette, each group under its name. */
export function PaletteList({ items, current, onPoint, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null)
  const id = current?.id
  useEffect(() => {
    if (id) document.getElementById(`palette-${id}`)?.scrollIntoView({ block: 'nearest' })
  }, [id])
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
            aria-selected={item === current}
            className={classes.item}
            onMouseMove={() => onPoint(item)}
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
