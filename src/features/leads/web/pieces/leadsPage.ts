/** The list of leads, which takes what other features add to it. */
export { LeadsPage } from '../list/LeadsPage.tsx'
