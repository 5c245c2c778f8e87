/** A lead that was sent to the reader and is not accepted yet, in the place of its page. */
export { SentLead } from './SentLead.tsx'
