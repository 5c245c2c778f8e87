import type { ReactNode } from 'react'

/** The parts of the page: what is known, what happened, what comes next. */
export interface LeadParts {
  know: ReactNode
  happened: ReactNode
  next: ReactNode
}
