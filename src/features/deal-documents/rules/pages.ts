/** Pages that are what the deal needs, by the title of that. */
export interface AssignedPages {
  title: string
  first_page: number
  last_page: number
}

/** Pages that follow each other and belong to the same required document; `null` for none. */
export interface PageGroup {
  title: string | null
  first: number
  last: number
}

/** The pages of a document in groups by what they are; a page that is two things stands with the one that begins first. */
export function pageGroups(pages: number, assigned: readonly AssignedPages[]): PageGroup[] {
  const inOrder = assigned.toSorted((one, other) => one.first_page - other.first_page)
  const ownerOf = (page: number) => inOrder.find(one => one.first_page <= page && page <= one.last_page) ?? null
  const groups: (PageGroup & { owner: AssignedPages | null })[] = []
  for (let page = 1; page <= pages; page++) {
    const owner = ownerOf(page)
    const last = groups.at(-1)
    if (last && last.owner === owner) last.last = page
    else groups.push({ title: owner?.title ?? null, first: page, last: page, owner })
  }
  return groups.map(({ owner: _, ...group }) => group)
}

/** Pages from one to another, both included. */
export interface PageRange {
  first: number
  last: number
}

/** "Page 13", "Pages 13 to 15". */
export const rangeText = ({ first, last }: PageRange): string =>
  first === last ? `Page ${first}` : `Pages ${first} to ${last}`

/** The pages between where a choice began and another page. */
export const rangeTo = (anchor: number, page: number): PageRange => ({
  first: Math.min(anchor, page),
  last: Math.max(anchor, page),
})
