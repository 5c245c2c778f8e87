import { grantPermit, type SendPermit } from '../../../../platform/server/permit.ts'

/** The permit for a message to a colleague or to oneself, such as a test: about those there is nothing to decide. */
export const permitForColleague = (cause: string): SendPermit => grantPermit(`colleague:${cause}`)
