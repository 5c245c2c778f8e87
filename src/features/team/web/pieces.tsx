export { waitText } from './rules/words.ts'
