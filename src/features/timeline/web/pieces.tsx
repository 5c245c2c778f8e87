/** What happened with a lead, on its page. */
export { Timeline } from './Timeline.tsx'
