import { MAX_PER_PAGE, type Page } from '../../wire/page.ts'

/** A list that a screen shows whole ends here at the latest. */
const MAX_ROWS = 1000

/** Reads a list to its end, page after page. `total` says when there was more than a screen shows. */
export async function allRows<Row>(
  ask: (window: { perPage: number; cursor?: string }) => Promise<Page<Row>>,
): Promise<Page<Row>> {
  const first = await ask({ perPage: MAX_PER_PAGE })
  const data = [...first.data]
  let cursor = first.next_cursor
  while (cursor !== null && data.length < MAX_ROWS) {
    const next = await ask({ perPage: MAX_PER_PAGE, cursor })
    data.push(...next.data)
    cursor = next.next_cursor
  }
  return { ...first, data, next_cursor: cursor }
}
