/** Which pages of a lead's timeline a reader has before them, by the cursors they begin at. */
const inView = new Map<number, readonly string[]>()

/** Remembers what is shown of a lead's timeline. */
export const showsPages = (leadId: number, cursors: readonly string[]): void => void inView.set(leadId, cursors)

/** Whether a page is shown. */
export const isShown = (leadId: number, cursor: string): boolean => inView.get(leadId)?.includes(cursor) ?? false
