export { ChecklistPanel } from './ChecklistPanel.tsx'
export { BackOfficeFields, DealNotes, Lawyers, TransactionFee } from './Fields.tsx'
