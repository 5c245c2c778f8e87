export { ComposeSheet } from './ComposeSheet.tsx'
