/** Where an entry comes from. The order says which stands first of two with the same instant: the later one. */
export const timelineSources = ['milestone', 'note', 'task'] as const
export type TimelineSource = (typeof timelineSources)[number]

/** An entry's place: newest first, then by source, then by id. */
export interface TimelinePlace {
  at: string
  source: TimelineSource
  id: number
}

const rank = (source: TimelineSource): number => timelineSources.indexOf(source)

/** Instants as the database writes them, in UTC with a fraction of fixed length, compare as texts. */
export function comparePlaces(a: TimelinePlace, b: TimelinePlace): number {
  if (a.at !== b.at) return a.at < b.at ? 1 : -1
  return rank(b.source) - rank(a.source) || b.id - a.id
}

/** No id is as high. */
const AFTER_ALL = 2 ** 53 - 1

/** Where one source goes on after a place of the whole stream: before this instant and id. */
export function continueSource(source: TimelineSource, after: TimelinePlace): { at: string; id: number } {
  if (rank(source) === rank(after.source)) return { at: after.at, id: after.id }
  return { at: after.at, id: rank(source) < rank(after.source) ? AFTER_ALL : 0 }
}
