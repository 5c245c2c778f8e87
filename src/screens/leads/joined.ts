import type { LeadsExtension, LeadsExtensions } from '../../features/leads/web/extensions.ts'

/** What several features add, as one; of what there is room for once, the first. */
export function joined(parts: readonly LeadsExtension[]): LeadsExtensions {
  return {
    bulkActions: parts.flatMap(part => part.bulkActions ?? []),
    rowActions: parts.flatMap(part => part.rowActions ?? []),
    rowMarks: parts.flatMap(part => part.rowMarks ?? []),
    listActions: parts.flatMap(part => part.listActions ?? []),
    BesideCount: parts.find(part => part.BesideCount)?.BesideCount ?? null,
    Views: parts.find(part => part.Views)?.Views ?? null,
    Above: parts.find(part => part.Above)?.Above ?? null,
    tagsQuery: parts.find(part => part.tagsQuery)?.tagsQuery ?? null,
  }
}
