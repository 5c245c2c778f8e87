/** Who is signed in, for first screens: alone, without the calls about other people. */

export { type Session, useSession } from '../session.ts'
export { mayEnter, session } from '../sessionStore.ts'
export { wantedPage } from '../sign-in/landing.ts'
export { followOwnRights, logoutForMaintenance } from '../signIn.ts'
