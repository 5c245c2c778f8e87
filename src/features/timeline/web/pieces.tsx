/** What happened with a lead, on its page. */
export { LatestEntries } from './LatestEntries.tsx'
export { Timeline } from './Timeline.tsx'
export { ViewedCards } from './ViewedCards.tsx'
