/** How what is known of a lead of the pool is said, for other screens that offer leads to claim. */
export { areasText, priceRange, reachText } from './rules/wording.ts'
