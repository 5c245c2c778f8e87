/** The digits that set a status. */
export { keyOfStatus, statusOfKey } from '../rules/statusMenu.ts'
