/** Who is signed in, for first screens: alone, without the calls about other people. */
export { wantedPage } from '../landing.ts'
export { type Session, useSession } from '../session.ts'
export { mayEnter, session } from '../sessionStore.ts'
export { followOwnRights, logoutForMaintenance } from '../signIn.ts'
