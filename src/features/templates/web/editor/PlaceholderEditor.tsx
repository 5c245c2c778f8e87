import { RichTextEditor } from '@mantine/tiptap'
import '@mantine/tiptap/styles.css'
import type { Editor } from '@tiptap/react'
import type { ComponentProps, ReactNode } from 'react'
import type { PlaceholderValues } from '../../rules/placeholders.ts'
import type { EditorKind } from './content.ts'
import classes from './Editor.module.css'
import { EmailToolbar } from './EmailToolbar.tsx'
import { PlaceholderList } from './PlaceholderList.tsx'
import { usePlaceholderEditor } from './usePlaceholderEditor.ts'

interface PlaceholderEditorProps {
  kind: EditorKind
  label: string
  value: string
  onChange(value: string): void
  /** What the placeholders hold for the lead of the preview. */
  values: PlaceholderValues | null
  error?: ReactNode
  hint?: string
  readOnly?: boolean
  /** Part of a sheet: no box around it, the label of a line before it, and the tools of an e-mail below. */
  isBare?: boolean
  /** More tools of an e-mail, after its own. */
  tools?: ReactNode
  /** The editor that has the focus, for what stands beside it. */
  onFocus?(editor: Editor): void
}

/** Writes a line, a text or an e-mail in which placeholders are chips; `{{` offers them. */
export function PlaceholderEditor(props: PlaceholderEditorProps) {
  const { kind, label, values, error, hint, readOnly = false, isBare = false, tools } = props
  const { editor, menu } = usePlaceholderEditor(props)
  if (!editor) return null
  const isEmail = kind === 'email'
  const bar = (
    <div className={classes.label}>
      {!(isBare && isEmail) && <span aria-hidden>{label}</span>}
      {isEmail && !readOnly && <EmailToolbar editor={editor} />}
      {tools}
    </div>
  )
  return (
    <div className={classes.field} data-bare={isBare ? kind : undefined}>
      <RichTextEditor
        // Mantine’s types name the same class by its other declaration file.
        editor={editor as unknown as ComponentProps<typeof RichTextEditor>['editor']}
        variant="subtle"
        withTypographyStyles={false}
        withCodeHighlightStyles={false}
        classNames={{
          root: classes.root ?? '',
          content: classes.content ?? '',
          toolbar: classes.toolbar ?? '',
          controlsGroup: classes.controls ?? '',
        }}
        data-invalid={error ? true : undefined}
      >
        {!(isBare && isEmail) && bar}
        <div className={classes.box} data-kind={kind} data-hint={hint} data-empty={editor.isEmpty || undefined}>
          <RichTextEditor.Content />
          {menu.typed && <PlaceholderList menu={menu} values={values} onPick={name => menu.pick(name, editor)} />}
        </div>
        {isBare && isEmail && bar}
      </RichTextEditor>
      {error && (
        <p className={classes.error} role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
