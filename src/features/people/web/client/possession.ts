/** The way back of an administrator who acts as somebody else. */
export { leavePossession } from '../signIn.ts'
export { takeWhence } from '../whence.ts'
