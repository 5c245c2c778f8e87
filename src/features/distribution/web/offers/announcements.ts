/** Minutes before the end at which a screen reader hears of an offer again. */
const MARKS = [5, 2, 1] as const

/** What is said aloud of an offer: when it comes, and again when it is about to end; never every second. */
export function announcement(secondsLeft: number): string {
  const mark = MARKS.findLast(minutes => secondsLeft <= minutes * 60)
  if (mark === undefined) return 'A new lead is offered to you.'
  return `${mark} ${mark === 1 ? 'minute' : 'minutes'} left to accept the lead.`
}
