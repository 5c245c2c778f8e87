/** The dialog in which a loop is chosen and taken over. */
export { LoopImportModal } from './LoopImportModal.tsx'
