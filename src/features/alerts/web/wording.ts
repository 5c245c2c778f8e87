import { count } from '../../../platform/web/text.ts'

/** "1 home matches now", "14 homes match now". */
export const matchingHomes = (homes: number): string =>
  `${count(homes)} ${homes === 1 ? 'home matches' : 'homes match'} now`
