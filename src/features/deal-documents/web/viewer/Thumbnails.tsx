import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type KeyboardEvent, type MouseEvent, useEffect, useRef, useState } from 'react'
import { type PageGroup, type PageRange, rangeText } from '../../rules/pages.ts'
import classes from './Thumbnails.module.css'
import { useDrawnPage } from './useDrawnPage.ts'

/** Pixels. */
const WIDTH = 62
/** Longer groups are a stack of their first and last page until they are pressed. */
const MAX_SHOWN = 6

interface ThumbnailsProps {
  pdf: PDFDocumentProxy
  groups: readonly PageGroup[]
  /** The page that is read. */
  current: number
  chosen: PageRange | null
  /** Extended, it goes on from where the choice began. */
  onChoose(page: number, isExtended: boolean): void
}

/** The pages in small, in groups by what they are; a press chooses one, with Shift all up to it. */
export function Thumbnails({ pdf, groups, current, chosen, onChoose }: ThumbnailsProps) {
  const list = useRef<HTMLElement>(null)
  const last = groups.at(-1)?.last ?? 1
  const choose = (page: number, isExtended: boolean) => {
    onChoose(page, isExtended)
    list.current?.querySelector<HTMLElement>(`[data-thumb="${page}"]`)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key]
    const { thumb } = (event.target as HTMLElement).dataset
    const from = Number(thumb)
    if (by === undefined || !from) return
    event.preventDefault()
    choose(Math.min(last, Math.max(1, from + by)), event.shiftKey)
  }
  return (
    <nav ref={list} className={classes.thumbs} aria-label="Pages" onKeyDown={onKeyDown}>
      {groups.map(group => (
        <Group
          key={group.first}
          pdf={pdf}
          group={group}
          current={current}
          chosen={chosen}
          onChoose={(page, event) => choose(page, event.shiftKey)}
        />
      ))}
    </nav>
  )
}

interface GroupProps {
  pdf: PDFDocumentProxy
  group: PageGroup
  current: number
  chosen: PageRange | null
  onChoose(page: number, event: MouseEvent): void
}

const isWithin = (page: number, range: PageRange | null): boolean =>
  range !== null && range.first <= page && page <= range.last

function Group({ pdf, group, current, chosen, onChoose }: GroupProps) {
  const { title, first, last } = group
  const [isUnfolded, setUnfolded] = useState(false)
  const pages = Array.from({ length: last - first + 1 }, (_, place) => first + place)
  const isReached = pages.some(page => page !== first && page !== last && (page === current || isWithin(page, chosen)))
  const isStack = pages.length > MAX_SHOWN && !isUnfolded && !isReached
  const shown = isStack ? [first, last] : pages
  return (
    <section className={classes.group} data-free={title === null || undefined}>
      <h3>
        {rangeText(group).replace(/^Pages? /, '')} · {title ?? 'not assigned'}
      </h3>
      {pages.length > MAX_SHOWN && !isReached && (
        <button type="button" className={classes.fold} onClick={() => setUnfolded(!isUnfolded)}>
          {isStack ? `Show all ${pages.length}` : 'Show fewer'}
        </button>
      )}
      <div data-stack={isStack || undefined}>
        {shown.map(page => (
          <Thumbnail
            key={page}
            pdf={pdf}
            number={page}
            isCurrent={page === current}
            isChosen={isWithin(page, chosen)}
            onPress={event => onChoose(page, event)}
          />
        ))}
      </div>
    </section>
  )
}

interface ThumbnailProps {
  pdf: PDFDocumentProxy
  number: number
  isCurrent: boolean
  isChosen: boolean
  onPress(event: MouseEvent): void
}

function Thumbnail({ pdf, number, isCurrent, isChosen, onPress }: ThumbnailProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    const element = canvas.current
    if (!element) return undefined
    const near = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), {
      rootMargin: '200px',
    })
    near.observe(element)
    return () => near.disconnect()
  }, [])
  const paper = useDrawnPage(canvas, { pdf, number, size: { width: WIDTH }, isNear })
  return (
    <button
      type="button"
      className={classes.thumb}
      data-thumb={number}
      aria-label={`Choose page ${number}`}
      aria-pressed={isChosen}
      aria-current={isCurrent || undefined}
      onClick={onPress}
    >
      <canvas ref={canvas} style={{ width: WIDTH, aspectRatio: `${paper.width} / ${paper.height}` }} />
      {number}
    </button>
  )
}
