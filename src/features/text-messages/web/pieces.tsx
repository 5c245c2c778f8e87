/** What other screens use of texts. */
export { TextComposer } from './TextComposer.tsx'
