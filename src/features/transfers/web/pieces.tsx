/** A lead that was sent to the reader and is not accepted yet, in the place of its page. */
export { SentLead } from './SentLead.tsx'
/** What is said when a lead was accepted. */
export { addedText } from './useTransferActions.ts'
