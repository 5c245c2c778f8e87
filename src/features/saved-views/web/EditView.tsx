import { useCallForm } from '../../../platform/web/forms/useCallForm.ts'
import { type SavedView, viewCalls } from '../contract.ts'
import { refetchViews, showViews } from './client.ts'
import { ViewForm, viewFields, viewValues } from './ViewForm.tsx'

interface EditViewProps {
  view: SavedView
  /** The columns that the list shows. */
  columns: readonly string[]
  onDone(): void
}

/** Renames a view, shares it, or keeps its columns; refused when somebody else changed it meanwhile. */
export function EditView({ view, columns, onDone }: EditViewProps) {
  const entry = useCallForm(viewCalls.update, {
    initial: viewValues(view),
    version: view.version,
    inputOf: values => ({ id: view.id, ...viewFields(values, { view, suggested: view.name, columns }) }),
    onSaved(saved) {
      void showViews(views => views.map(each => (each.id === saved.id ? saved : each)))
      void refetchViews()
      onDone()
    },
  })
  return <ViewForm suggested={view.name} view={view} entry={entry} />
}
