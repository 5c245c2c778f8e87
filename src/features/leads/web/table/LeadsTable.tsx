import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { onDemand } from '../../../../platform/ui/onDemand.tsx'
import { notifyFailure } from '../../../../platform/web/page/notices.ts'
import type { LeadSortKey } from '../../contract/filters.ts'
import type { LeadActions } from '../client/useLeadActions.ts'
import { LeadsHead } from '../list/LeadsHead.tsx'
import type { LoadedList } from '../list/useLeadList.ts'
import type { Selection } from '../rules/selection.ts'
import { NO_PROFILES } from '../rules/wording.ts'
import { type CellContext, columnsThatFit, coveredWidth, tracksOf } from './LeadColumns.tsx'
import { LeadLine } from './LeadLine.tsx'
import classes from './LeadsTable.module.css'
import { useElementWidth } from './useElementWidth.ts'
import { heightOf, type RowMeasures, topOf, useRowsInView } from './useRowsInView.ts'

const LeadCard = onDemand(async () => (await import('./LeadCard.tsx')).LeadCard)

const ROW_HEIGHT = 34
const CARD_HEIGHT = 78
/** What a search result shows under its row. */
const DETAILS_HEIGHT = 76
const HEAD_HEIGHT = 32
/** Room under the last row, so that the bulk bar never covers it. */
const BULK_ROOM = 76
/** The same where the bar has two lines. */
const BULK_ROOM_OF_CARDS = 118

interface LeadsTableProps {
  list: LoadedList
  sort: string
  selection: Selection
  isChoosing: boolean
  cards: boolean
  /** Rows of search results unfold to show more. */
  unfolds: boolean
  switched: Readonly<Record<string, boolean>>
  cursor: number | null
  context: CellContext
  actions: LeadActions
  onSort(key: LeadSortKey): void
  onCursor(index: number): void
  onInView(index: number): void
  /** What stands in place of rows: an empty, waiting or failed list. */
  instead: ReactNode
}

/** The rows of a list: a grid of as many rows as the list holds, of which those in view are drawn. */
export function LeadsTable(props: LeadsTableProps) {
  const { list, cards, selection, cursor, actions } = props
  const scroller = useRef<HTMLDivElement>(null)
  const width = useElementWidth(scroller)
  const of = props.context.list
  const columns = useMemo(() => columnsThatFit(width, props.switched, of), [width, props.switched, of])
  const { rows } = list
  const [unfolded, setUnfolded] = useState<number | null>(null)
  const height = cards ? CARD_HEIGHT : ROW_HEIGHT
  const measures: RowMeasures = {
    count: rows.length,
    height,
    head: cards ? 0 : HEAD_HEIGHT,
    taller: props.unfolds && unfolded !== null ? { index: list.ids.indexOf(unfolded), by: DETAILS_HEIGHT } : null,
  }
  const { first, last, show } = useRowsInView(scroller, measures)
  useSteadyRows(scroller, list, height)
  useMoreRows(list, { scroller, height, last }, props.onInView)
  useCursorInView(cursor, show)

  // An empty or failed list is no grid; one that is on its way is.
  const isGrid = !props.instead || list.isWaiting
  const Row = cards ? LeadCard : LeadLine
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      {...(isGrid ? gridRole(props, columns.length) : { role: 'region', 'aria-label': 'Leads' })}
      data-choosing={props.isChoosing ? '' : undefined}
      data-leads-grid
      style={{
        ['--leads-columns' as string]: tracksOf(columns, props.unfolds),
        ['--leads-cover' as string]: `${coveredWidth(columns)}px`,
      }}
      {...gridEvents(props)}
      onKeyDownCapture={props.unfolds ? unfoldByKey(props, setUnfolded) : undefined}
    >
      {!cards && isGrid && (
        <LeadsHead columns={columns} sort={props.sort} ids={list.ids} selection={selection} onSort={props.onSort} />
      )}
      {props.instead ?? (
        // biome-ignore lint/a11y/useSemanticElements: rows of the grid above
        <div
          role="rowgroup"
          className={classes.body}
          style={{ height: heightOf(measures) + (props.isChoosing ? (cards ? BULK_ROOM_OF_CARDS : BULK_ROOM) : 0) }}
        >
          {rows.slice(first, last + 1).map((lead, offset) => {
            const index = first + offset
            return (
              <Row
                key={lead.id}
                lead={lead}
                columns={columns}
                place={(list.firstPlace - 1) * (list.total ? 1 : 0) + index + (cards ? 1 : 2)}
                top={topOf(index, measures)}
                selection={selection}
                isCursor={cursor === index}
                isWaiting={list.isPreview}
                context={props.context}
                actions={actions}
                isUnfolded={props.unfolds ? lead.id === unfolded : undefined}
                onUnfold={setUnfolded}
              />
            )
          })}
        </div>
      )}
    </div>
  )
}

/** What the list is for assistive technology: a grid of all its rows, though few of them are drawn. */
function gridRole({ list, cards, cursor }: LeadsTableProps, columns: number) {
  const head = cards ? 0 : 1
  return {
    role: 'grid',
    tabIndex: 0,
    'aria-label': 'Leads',
    'aria-rowcount': list.total?.total_is_estimate ? -1 : (list.total?.total ?? list.rows.length) + head,
    'aria-colcount': cards ? undefined : columns + 1,
    'aria-multiselectable': true,
    'aria-busy': list.isWaiting,
    'aria-activedescendant': cursor === null ? undefined : `lead-row-${list.ids[cursor]}`,
  } as const
}

interface InView {
  scroller: RefObject<HTMLElement | null>
  height: number
  last: number
}

/** Fetches what comes next before it is scrolled to, and tells which row is the first in view. */
function useMoreRows(list: LoadedList, { scroller, height, last }: InView, onInView: (index: number) => void): void {
  const reported = useRef(-1)
  useEffect(() => {
    if (list.rows.length === 0) return
    // Read here and not from the last drawing: rows may just have arrived above.
    const first = Math.floor((scroller.current?.scrollTop ?? 0) / height)
    // The first screen is not made to wait for a second page that nobody has scrolled to yet.
    const ahead = scroller.current?.scrollTop ? 40 : 10
    if (list.hasNext && last >= list.rows.length - ahead) list.fetchNext()
    if (list.hasPrevious && first <= 5) list.fetchPrevious()
    if (reported.current === first) return
    reported.current = first
    onInView(first)
  })
}

/** Rows that arrive above push nothing: what was in view stays where it is. */
function useSteadyRows(scroller: RefObject<HTMLElement | null>, { ids, firstPlace }: LoadedList, height: number): void {
  const before = useRef({ first: ids[0], firstPlace })
  useLayoutEffect(() => {
    const added = firstPlace < before.current.firstPlace ? ids.indexOf(before.current.first ?? -1) : 0
    before.current = { first: ids[0], firstPlace }
    if (added > 0 && scroller.current) scroller.current.scrollTop += added * height
  }, [scroller, ids, firstPlace, height])
}

function useCursorInView(cursor: number | null, show: (index: number) => void): void {
  const latest = useRef(show)
  latest.current = show
  useEffect(() => {
    if (cursor !== null) latest.current(cursor)
  }, [cursor])
}

/** One listener of each kind for all rows: a row is found by the element that was pressed. */
function gridEvents({ list, selection, actions, onCursor, cursor, context }: LeadsTableProps) {
  const indexOf = (target: EventTarget) => {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null
    return row ? list.ids.indexOf(Number(row.dataset.row)) : -1
  }
  return {
    onClick(event: MouseEvent<HTMLElement>) {
      const index = indexOf(event.target)
      const lead = list.rows[index]
      if (!lead || !(event.target instanceof Element)) return
      if (event.target.closest('[data-choose]')) {
        if (event.shiftKey) selection.range(list.ids, lead.id)
        else selection.toggle(lead.id)
        return
      }
      const link = event.target.closest('a[data-lead]')
      if (event.metaKey || event.ctrlKey || event.button !== 0) return
      if (link) event.preventDefault()
      if (link || !event.target.closest('a, button, input')) {
        onCursor(index)
        if (context.mayOpen) actions.open(lead)
        else notifyFailure(NO_PROFILES)
      }
    },
    onMouseOver(event: MouseEvent<HTMLElement>) {
      const lead = list.rows[indexOf(event.target)]
      if (lead && context.mayOpen) actions.fetchAhead(lead)
    },
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      const moves: Record<string, number> = {
        ArrowDown: 1,
        ArrowUp: -1,
        PageDown: 15,
        PageUp: -15,
        Home: -1e9,
        End: 1e9,
      }
      const move = moves[event.key]
      if (move === undefined || list.rows.length === 0) return
      event.preventDefault()
      const next = cursor === null ? 0 : Math.min(Math.max(cursor + move, 0), list.rows.length - 1)
      if (event.shiftKey && list.ids[next] !== undefined) selection.toggle(list.ids[next], true)
      onCursor(next)
    },
  }
}

/** Right shows more of the row under the cursor, left less. */
function unfoldByKey({ list, cursor }: LeadsTableProps, unfold: (id: number | null) => void) {
  return (event: KeyboardEvent<HTMLElement>) => {
    const id = cursor === null ? undefined : list.ids[cursor]
    if (id === undefined || event.target instanceof HTMLInputElement) return
    if (event.key === 'ArrowRight') unfold(id)
    if (event.key === 'ArrowLeft') unfold(null)
  }
}
