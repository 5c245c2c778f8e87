import { createContext, use } from 'react'
import type { LeadsExtensions } from './extensions.ts'

/** What features further up add, for every part of the leads screen. */
export const ExtensionsContext = createContext<LeadsExtensions>({
  bulkActions: [],
  rowActions: [],
  rowMarks: [],
  Views: null,
  BesideCount: null,
  Above: null,
  listActions: [],
  tagsQuery: null,
})

/** What features further up add to the leads screen. */
export const useExtensions = (): LeadsExtensions => use(ExtensionsContext)
