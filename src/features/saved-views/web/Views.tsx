import { useQuery } from '@tanstack/react-query'
import { Fragment, useEffect, useRef, useState } from 'react'
import { useViewportClass, type ViewportClass } from '../../../platform/web/viewport.ts'
import type { ViewsProps } from '../../leads/web/extensions.ts'
import type { SavedView } from '../contract.ts'
import { hasOtherColumns, isSameQuestion } from '../rules.ts'
import { ChangedView } from './ChangedView.tsx'
import { useViewsLive, viewsQuery } from './client.ts'
import { MoreViews } from './MoreViews.tsx'
import { PhoneViews } from './PhoneViews.tsx'
import { SaveView } from './SaveView.tsx'
import { questionOf, useViewActions } from './useViewActions.ts'
import { ViewEntry } from './ViewEntry.tsx'
import classes from './Views.module.css'

/** Views that stand beside the tabs; the others are in a menu. */
const room: Record<ViewportClass, number> = { small: 0, phone: 0, tablet: 1, computer: 3, large: 4 }
/** Places that the buttons beside a changed view take. */
const TAKEN_BY_BUTTONS = 2

/** The kept views beside the tabs of the leads, what differs from the open one, and the way to keep what is shown. */
export function Views(props: ViewsProps) {
  const { question, isFiltered, openView, columns, onColumns } = props
  const { data: views = [], isSuccess } = useQuery(viewsQuery)
  useViewsLive()
  const actions = useViewActions(views, props)
  const viewport = useViewportClass()
  const open = views.find(view => view.id === openView) ?? null
  const isNarrowed = isFiltered || Boolean(question.filters.search)
  const isChanged =
    open !== null && (!isSameQuestion(questionOf(open), question) || hasOtherColumns(open.columns, columns))
  useColumnsOf(open, onColumns)
  const maySave = isNarrowed && (open === null || isChanged)
  useArrival({ isReady: isSuccess, openView, bare: isNarrowed ? null : open }, actions.open)
  const [moved, setMoved] = useState('')
  const move = (view: SavedView, by: number) => {
    actions.move(view, by)
    const place = Math.min(views.length, Math.max(1, views.indexOf(view) + 1 + by))
    setMoved(`${view.name}: place ${place} of ${views.length}`)
  }
  if (views.length === 0 && !maySave) return null
  const viewProps = { open, isChanged, actions: { ...actions, move } }
  const save = maySave && (
    <SaveView
      question={question}
      columns={columns}
      views={views}
      isBesideOpen={open !== null}
      isNarrow={room[viewport] === 0}
      onSaved={actions.open}
    />
  )
  if (room[viewport] === 0)
    return (
      <PhoneViews views={views} columns={columns} {...viewProps}>
        {save}
      </PhoneViews>
    )
  const places = Math.max(1, room[viewport] - (maySave ? TAKEN_BY_BUTTONS : 0))
  const { shown, more } = fitting(views, places, openView)
  return (
    <nav aria-label="Saved views" className={classes.views}>
      {shown.map(view => (
        <Fragment key={view.id}>
          <ViewEntry view={view} isOpen={view === open} columns={columns} actions={viewProps.actions} />
          {view === open && isChanged && <ChangedView view={open} actions={actions} />}
        </Fragment>
      ))}
      {more.length > 0 && <MoreViews views={more} onOpen={actions.open} />}
      {save}
      <output className="visually-hidden">{moved}</output>
    </nav>
  )
}

/** The open view shows its own columns, as they are kept; without one, or where it keeps none, the person's own are back. */
function useColumnsOf(view: SavedView | null, show: (columns: readonly string[] | null) => void): void {
  const stored = JSON.stringify(view?.columns ?? null)
  useEffect(() => {
    show(JSON.parse(stored) as string[] | null)
  }, [stored, show])
}

interface Arrival {
  isReady: boolean
  openView: number | null
  /** The view to show, when the address names nothing beside it. */
  bare: SavedView | null
}

/** Somebody who comes by a link that names only the view is shown what it asks; somebody who clears its filters afterwards is not. */
function useArrival({ isReady, openView, bare }: Arrival, onOpen: (view: SavedView) => void): void {
  const seen = useRef<number | null>(null)
  useEffect(() => {
    if (!isReady || seen.current === openView) return
    seen.current = openView
    if (bare && Object.keys(bare.filters).length > 0) onOpen(bare)
  })
}

/** The views that stand in the strip: the first ones, and always the open one. */
function fitting(views: readonly SavedView[], places: number, openView: number | null) {
  const first = views.slice(0, places)
  const open = views.find(view => view.id === openView)
  const shown = !open || first.includes(open) ? first : [...first.slice(0, places - 1), open]
  return { shown, more: views.filter(view => !shown.includes(view)) }
}
