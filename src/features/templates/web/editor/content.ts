import type { Editor } from '@tiptap/react'
import { escapeHtml, parseTemplate } from '../../rules/placeholders.ts'

/** What an editor holds: one line, a text of several lines, or the HTML of an e-mail. */
export type EditorKind = 'line' | 'text' | 'email'

const chip = (name: string) => `<span data-placeholder="${name}">${name}</span>`

/** Known placeholders as chips; whatever else stands in braces stays as it was written. */
const withChips = (text: string): string =>
  text.replace(/\{\{[^{}]*\}\}/g, found => {
    const [part] = parseTemplate(found).parts
    return typeof part === 'object' ? chip(part.placeholder) : found
  })

const paragraphs = (text: string): string =>
  text
    .split('\n')
    .map(line => `<p>${withChips(escapeHtml(line))}</p>`)
    .join('')

/** What the editor is given to show a stored value. */
export const toEditor = (value: string, kind: EditorKind): string =>
  kind === 'email' && /<[a-z]/i.test(value) ? withChips(value) : paragraphs(value)

/** What is stored of what the editor shows. */
export function fromEditor(editor: Editor, kind: EditorKind): string {
  if (editor.isEmpty) return ''
  if (kind !== 'email') return editor.getText({ blockSeparator: '\n' })
  const html = editor.getHTML().replace(/<span [^>]*data-placeholder="([a-z_]+)"[^>]*>.*?<\/span>/g, '{{$1}}')
  // The line below the last button or picture is only there to be written into.
  return html.replace(/(?:<p><\/p>)+$/, '')
}
