import { KeyHint } from '../../../../platform/ui/pieces.tsx'
import type { PlaceholderName, PlaceholderValues } from '../../rules/placeholders.ts'
import classes from './Editor.module.css'
import type { PlaceholderMenu } from './usePlaceholderMenu.ts'

interface PlaceholderListProps {
  menu: PlaceholderMenu
  values: PlaceholderValues | null
  onPick(name: PlaceholderName): void
}

/** The placeholders that fit what is typed after `{{`, with what they hold for the lead of the preview. */
export function PlaceholderList({ menu: { typed, offered, active }, values, onPick }: PlaceholderListProps) {
  return (
    <div
      role="listbox"
      aria-label="Placeholders"
      className={classes.menu}
      style={{ left: Math.max(0, Math.min(typed?.left ?? 0, 160)), top: (typed?.top ?? 0) + 6 }}
    >
      {offered.map(({ name }, index) => (
        <div
          key={name}
          role="option"
          tabIndex={-1}
          className={classes.option}
          aria-selected={index === active}
          ref={element => {
            if (index === active) element?.scrollIntoView({ block: 'nearest' })
          }}
          // Pressed before the editor loses the focus.
          onPointerDown={event => {
            event.preventDefault()
            onPick(name)
          }}
        >
          <span>{name}</span>
          <span className={classes.held}>{values?.[name]}</span>
          {index === active && <KeyHint keys="↵" />}
        </div>
      ))}
    </div>
  )
}
