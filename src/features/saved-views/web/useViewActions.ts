import { useMemo } from 'react'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import type { ViewsProps } from '../../leads/web/extensions.ts'
import type { SavedView } from '../contract.ts'
import type { Question } from '../rules.ts'
import { changeView, orderViews, refetchViews, removeView, restoreView, showViewChanged, showViews } from './client.ts'

/** What a view asks, alone. */
export const questionOf = ({ list, filters, sort }: SavedView): Question => ({ list, filters, sort })

/** What can be done with a view, each saying what became of it. */
export interface ViewActions {
  open(view: SavedView): void
  /** Keeps what the screen shows now in the view. */
  keep(view: SavedView): void
  remove(view: SavedView): void
  /** Moves a view by so many places. */
  move(view: SavedView, by: number): void
}

export function useViewActions(
  views: readonly SavedView[],
  {
    question,
    openView,
    onOpen,
    columns,
    onColumns,
  }: Pick<ViewsProps, 'question' | 'openView' | 'onOpen' | 'columns' | 'onColumns'>,
): ViewActions {
  return useMemo(
    () => ({
      open(view) {
        onOpen({ id: view.id, question: questionOf(view) })
        // Pressed while it is open, it is again as it is kept.
        onColumns(view.columns)
      },
      keep(view) {
        const changes = { ...question, ...(view.columns && { columns: [...columns] }) }
        // Puts back what the view asked before, unless it was changed again since.
        const before = { ...questionOf(view), columns: view.columns }
        void undoable({
          show: () => showViewChanged(view.id, changes),
          run: () => changeView(view, changes),
          said: `“${view.name}” saved with these filters.`,
          async undo() {
            await showViewChanged(view.id, before)
            await changeView({ ...view, version: view.version + 1 }, before)
          },
          settle: refetchViews,
        })
      },
      remove(view) {
        if (view.id === openView) onOpen(null)
        void undoable({
          show: () => showViews(all => all.filter(({ id }) => id !== view.id)),
          run: () => removeView(view.id),
          said: `View “${view.name}” deleted.`,
          undo: () => restoreView(view.id),
          destructive: true,
          settle: refetchViews,
        })
      },
      move(view, by) {
        const ids = views.map(({ id }) => id)
        const from = ids.indexOf(view.id)
        const to = Math.min(ids.length - 1, Math.max(0, from + by))
        if (from === to || from < 0) return
        ids.splice(from, 1)
        ids.splice(to, 0, view.id)
        void undoable({
          show: () => showViews(all => ids.flatMap(id => all.find(known => known.id === id) ?? [])),
          run: () => orderViews(ids),
          said: () => null,
          settle: refetchViews,
        })
      },
    }),
    [views, question, openView, onOpen, columns, onColumns],
  )
}
