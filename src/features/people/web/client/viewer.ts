/** Who is signed in, for first screens: alone, without the calls about other people. */
export { useSession } from '../session.ts'
