/** What is said of a lead, and how it may be reached, on whatever screen. */
export { leadIdOf } from '../rules/address.ts'
export { contactOf, hasWithdrawn, mayTryText, reachOf } from '../rules/reach.ts'
export { whyNotReached } from '../rules/unreached.ts'
export {
  areasShown,
  contactedText,
  countText,
  isNeglected,
  leadName,
  NO_PROFILES,
  priceText,
} from '../rules/wording.ts'
