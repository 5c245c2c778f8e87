/** The way back of an administrator who acts as somebody else. */

export { claimReturnPath } from '../returnPath.ts'
export { leavePossession } from '../sign-in/enter.ts'
