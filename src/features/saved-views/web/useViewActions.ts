import { useMemo } from 'react'
import { sentenceOf } from '../../../platform/web/calls/apiErrors.ts'
import { notify, notifyFailure } from '../../../platform/web/page/notices.ts'
import type { ViewsProps } from '../../leads/web/extensions.ts'
import type { SavedView } from '../contract.ts'
import type { Question } from '../rules.ts'
import { changeView, orderViews, removeView, restoreView } from './client.ts'

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

const failed = (error: unknown) => notifyFailure(sentenceOf(error))

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
      keep: view =>
        void changeView(view, { ...question, ...(view.columns && { columns: [...columns] }) }).then(
          () => notify(`“${view.name}” saved with these filters.`, { action: undoOf(view) }),
          failed,
        ),
      remove(view) {
        if (view.id === openView) onOpen(null)
        const bringBack = () => void restoreView(view.id).catch(failed)
        removeView(view.id).then(
          () =>
            notify(`View “${view.name}” deleted.`, { destructive: true, action: { label: 'Undo', run: bringBack } }),
          failed,
        )
      },
      move(view, by) {
        const ids = views.map(({ id }) => id)
        const from = ids.indexOf(view.id)
        const to = Math.min(ids.length - 1, Math.max(0, from + by))
        if (from === to || from < 0) return
        ids.splice(from, 1)
        ids.splice(to, 0, view.id)
        orderViews(ids).catch(failed)
      },
    }),
    [views, question, openView, onOpen, columns, onColumns],
  )
}

/** Puts back what the view asked before, unless it was changed again since. */
const undoOf = (before: SavedView) => ({
  label: 'Undo',
  run: () =>
    void changeView(
      { ...before, version: before.version + 1 },
      { ...questionOf(before), columns: before.columns },
    ).catch(failed),
})
