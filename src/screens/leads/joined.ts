import type { LeadsExtension, LeadsExtensions } from '../../features/leads/web/extensions.ts'

/** What several features add, as one; of what there is room for once, the first. */
export function joined(parts: readonly LeadsExtension[]): LeadsExtensions {
  return {
    bulkActs: parts.flatMap(part => part.bulkActs ?? []),
    rowActs: parts.flatMap(part => part.rowActs ?? []),
    rowMarks: parts.flatMap(part => part.rowMarks ?? []),
    listActs: parts.flatMap(part => part.listActs ?? []),
    Views: parts.find(part => part.Views)?.Views ?? null,
    Above: parts.find(part => part.Above)?.Above ?? null,
    tagsQuery: parts.find(part => part.tagsQuery)?.tagsQuery ?? null,
  }
}
