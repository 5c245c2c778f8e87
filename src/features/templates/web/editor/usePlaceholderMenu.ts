import type { Editor } from '@tiptap/react'
import { useState } from 'react'
import { type PlaceholderName, placeholders } from '../../rules/placeholders.ts'

/** What is being typed of a placeholder, and where its menu stands. */
interface Typed {
  from: number
  search: string
  left: number
  top: number
}

/** The menu of placeholders that opens at `{{` in an editor. */
export interface PlaceholderMenu {
  /** `null` while it is closed. */
  typed: Typed | null
  offered: readonly (typeof placeholders)[number][]
  active: number
  /** Looks at what stands before the cursor. */
  look(editor: Editor): void
  /** Takes the keys that work in the menu; answers whether it did. */
  onKey(event: KeyboardEvent, editor: Editor): boolean
  pick(name: PlaceholderName, editor: Editor): void
  close(): void
}

/** The placeholders whose name or label holds what was typed, those that begin with it first. */
export function offeredFor(search: string): (typeof placeholders)[number][] {
  const wanted = search.toLowerCase().replace(/[\s_]+/g, '_')
  const found = placeholders.filter(
    ({ name, label }) => name.includes(wanted) || label.toLowerCase().replace(/\s+/g, '_').includes(wanted),
  )
  return found.toSorted((one, other) => Number(other.name.startsWith(wanted)) - Number(one.name.startsWith(wanted)))
}

/** Opens at `{{` and narrows with each letter; ↵ or Tab takes, Esc closes. */
export function usePlaceholderMenu(): PlaceholderMenu {
  const [typed, setTyped] = useState<Typed | null>(null)
  const [active, setActive] = useState(0)
  const offered = typed ? offeredFor(typed.search) : []
  const close = () => setTyped(null)
  const pick = (name: PlaceholderName, editor: Editor) => {
    const to = editor.state.selection.from
    const from = typed?.from ?? to
    editor
      .chain()
      .focus()
      .insertContentAt({ from, to }, [{ type: 'placeholder', attrs: { name } }])
      .run()
    close()
  }
  return {
    typed: offered.length > 0 ? typed : null,
    offered,
    active: Math.min(active, offered.length - 1),
    look(editor) {
      setTyped(typedIn(editor))
      setActive(0)
    },
    onKey({ key }, editor) {
      if (!typed || offered.length === 0) return false
      const chosen = offered[active]
      if (key === 'ArrowDown' || key === 'ArrowUp')
        setActive((active + (key === 'ArrowDown' ? 1 : -1) + offered.length) % offered.length)
      else if (key === 'Escape') close()
      else if ((key === 'Enter' || key === 'Tab') && chosen) pick(chosen.name, editor)
      else return false
      return true
    },
    pick,
    close,
  }
}

function typedIn(editor: Editor): Typed | null {
  const { selection } = editor.state
  const { $from, from, empty } = selection
  if (!empty || !$from.parent.isTextblock) return null
  const before = $from.parent.textBetween(0, $from.parentOffset, undefined, '\ufffc')
  const [all = '', search = ''] = /\{\{([a-z_ ]{0,20})$/i.exec(before) ?? []
  if (all === '') return null
  const at = editor.view.coordsAtPos(from - all.length)
  const box = editor.view.dom.getBoundingClientRect()
  return { from: from - all.length, search, left: at.left - box.left, top: at.bottom - box.top }
}
