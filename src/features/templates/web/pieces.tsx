import { onDemand } from '../../../platform/ui/onDemand.tsx'

/** What other features use: their buttons on the messages screen, the choice of templates, and what carriers count. */
export { MessagesActions } from './messages/MessagesActions.tsx'
export { type PickedTemplate, TemplatePicker } from './picker/TemplatePicker.tsx'
export { FilledContent, FilledText } from './preview/FilledContent.tsx'
export { LeadSearch } from './preview/LeadSearch.tsx'
export { type Example, useExample } from './preview/useExample.ts'
export { timesUsed } from './rules/list.ts'
export { TextCounter } from './TextCounter.tsx'

/** The editor in which placeholders are chips; it is large, and comes when it is first shown. */
export const PlaceholderEditor = onDemand(
  async () => (await import('./editor/PlaceholderEditor.tsx')).PlaceholderEditor,
)
