import Image from '@tiptap/extension-image'
import { type Editor, useEditor } from '@tiptap/react'
import StarterKit from '@tiptap/starter-kit'
import { useEffect, useEffectEvent, useRef } from 'react'
import { ButtonNode } from './buttonNode.ts'
import { type EditorKind, fromEditor, toEditor } from './content.ts'
import { PlaceholderNode } from './placeholderNode.ts'
import { usePlaceholderMenu } from './usePlaceholderMenu.ts'

const none = {
  blockquote: false,
  code: false,
  codeBlock: false,
  heading: false,
  horizontalRule: false,
  strike: false,
} as const
const plain = { bold: false, italic: false, underline: false, bulletList: false, orderedList: false } as const
const noLists = { listItem: false, listKeymap: false, link: false, trailingNode: false } as const

const extensionsOf = (kind: EditorKind) =>
  kind === 'email'
    ? [
        StarterKit.configure({ ...none, link: { openOnClick: false, protocols: ['mailto', 'tel'] } }),
        Image.configure({ allowBase64: false }),
        ButtonNode,
        PlaceholderNode,
      ]
    : [StarterKit.configure({ ...none, ...plain, ...noLists, hardBreak: false }), PlaceholderNode]

interface Asked {
  kind: EditorKind
  label: string
  value: string
  readOnly?: boolean
  onChange(value: string): void
  onFocus?(editor: Editor): void
}

/** An editor with its menu of placeholders. It follows the value when that is changed elsewhere, as by Discard. */
export function usePlaceholderEditor({ kind, label, value, readOnly = false, onChange, onFocus }: Asked) {
  const menu = usePlaceholderMenu()
  /** The value that was last said or given, and the same as the editor writes it. */
  const given = useRef(value)
  const shown = useRef(value)
  const editor = useEditor({
    extensions: extensionsOf(kind),
    content: toEditor(value, kind),
    editable: !readOnly,
    injectCSS: false,
    immediatelyRender: true,
    shouldRerenderOnTransaction: true,
    editorProps: {
      attributes: {
        role: 'textbox',
        'aria-label': label,
        'aria-multiline': String(kind !== 'line'),
        'data-composer': '',
      },
      handleKeyDown: (_view, event) => onKey(event),
    },
    onUpdate: ({ editor }) => say(editor),
    onSelectionUpdate: ({ editor }) => menu.look(editor),
    onFocus: ({ editor }) => onFocus?.(editor),
    // Placeholders that are pressed go into the content before anything has the focus.
    onCreate({ editor }) {
      shown.current = fromEditor(editor, kind)
      if (kind !== 'line') onFocus?.(editor)
    },
    onBlur: () => menu.close(),
  })
  const say = useEffectEvent((changed: Editor) => {
    menu.look(changed)
    const next = fromEditor(changed, kind)
    // The editor writes the same HTML a little differently: nobody has typed yet.
    if (next === shown.current) return
    shown.current = next
    given.current = next
    onChange(next)
  })
  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    if (editor && menu.onKey(event, editor)) {
      event.stopPropagation()
      return true
    }
    return kind === 'line' && event.key === 'Enter'
  })
  const show = useEffectEvent((next: string) => {
    if (next === given.current || !editor) return
    given.current = next
    editor.commands.setContent(toEditor(next, kind), { emitUpdate: false })
    shown.current = fromEditor(editor, kind)
  })
  useEffect(() => show(value), [value])
  useEffect(() => {
    editor?.setEditable(!readOnly, false)
  }, [editor, readOnly])
  return { editor, menu }
}
