import type { Call, OutputOf } from '../../wire/call.ts'
import { callWith, type SentBy } from './call.ts'
import { pagedQueryOf } from './queryOf.ts'
import type { Interest } from './topics.ts'

interface PagesOfOptions {
  /** Whose changes make the pages stale. */
  topics: readonly Interest[]
}

/** The query of a list that is read page after page, each by the cursor that the one before answered. */
export const pagesOf = <C extends Call>(definition: C, input: SentBy<C>, { topics }: PagesOfOptions) =>
  pagedQueryOf<C, string | null>(definition, input, {
    topics,
    first: null,
    next: (last: OutputOf<C> & { next_cursor?: string | null }) => last.next_cursor,
    fetch: (cursor, { signal }) => callWith(definition, cursor === null ? input : { ...input, cursor }, { signal }),
  })
