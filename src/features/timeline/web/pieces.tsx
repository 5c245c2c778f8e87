/** What happened with a lead, on its page. */
export { LatestEntries } from './LatestEntries.tsx'
export { visitedHome } from './rules/views.ts'
export { Timeline } from './Timeline.tsx'
export { ViewedCards } from './ViewedCards.tsx'
