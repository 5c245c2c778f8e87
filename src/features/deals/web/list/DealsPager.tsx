import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { count } from '../../../../platform/web/text.ts'
import { pageLinks } from '../rules/address.ts'
import classes from './DealsPager.module.css'

interface DealsPagerProps {
  page: {
    current_page: number
    last_page: number
    per_page: number
    total: number
    total_is_estimate: boolean
    data: readonly unknown[]
  }
  onPage(page: number): void
}

/** Which deals are shown, and at most six links to pages. */
export function DealsPager({ page, onPage }: DealsPagerProps) {
  const { current_page, last_page, per_page, total, total_is_estimate, data } = page
  const first = (current_page - 1) * per_page + 1
  const of = `${count(total_is_estimate ? 10_000 : total)}${total_is_estimate ? '+' : ''}`
  return (
    <footer className={classes.foot}>
      <span>
        {count(first)} to {count(first + data.length - 1)} of {of} {total === 1 ? 'deal' : 'deals'}
      </span>
      {last_page > 1 && (
        <nav aria-label="Pages of deals" className={classes.links}>
          <button
            type="button"
            disabled={current_page <= 1}
            aria-label="Previous page"
            onClick={() => onPage(current_page - 1)}
          >
            <IconChevronLeft size={14} stroke={1.6} />
          </button>
          {pageLinks(current_page, last_page).map(number => (
            <button
              key={number}
              type="button"
              aria-label={`Page ${number}`}
              aria-current={number === current_page ? 'page' : undefined}
              onClick={() => onPage(number)}
            >
              {number}
            </button>
          ))}
          <button
            type="button"
            disabled={current_page >= last_page}
            aria-label="Next page"
            onClick={() => onPage(current_page + 1)}
          >
            <IconChevronRight size={14} stroke={1.6} />
          </button>
        </nav>
      )}
    </footer>
  )
}
