/** The dialog in which a loop is chosen and taken over. */

/** Values of a form or a deal beside those of a loop. */
export { ComparedValues } from './ComparedValues.tsx'
/** Says on a deal that its loop changed since the import. */
export { LoopChanges } from './LoopChanges.tsx'
export { LoopImportModal } from './LoopImportModal.tsx'
export type { ChosenLoop } from './useLoopImport.ts'
