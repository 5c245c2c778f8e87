import { logout } from '../signIn.ts'
import { GoogleMark } from './GoogleMark.tsx'
import classes from './SignInButton.module.css'

interface SignInButtonProps {
  provider: string
  /** Signed in already, but without the scopes. */
  user: { email: string } | null
  /** Which of the two is missing when only one was granted. */
  missing: string | null
  waiting: boolean
  onPress: () => void
}

/** The one button of the page: sign in, or, once signed in, grant what is missing. */
export function SignInButton({ provider, user, missing, waiting, onPress }: SignInButtonProps) {
  const google = /^google/i.test(provider)
  const text = user ? 'Allow mail and calendar' : `Continue with ${google ? 'Google' : provider}`
  return (
    <div className={classes.box}>
      <button type="button" className={classes.button} onClick={onPress} disabled={waiting} aria-busy={waiting}>
        {google && <GoogleMark />}
        {waiting ? 'Signing in' : text}
      </button>
      {user && !waiting && (
        <span className={classes.account}>
          {missing ? `${missing} access is still missing.` : user.email}
          <button type="button" className={classes.other} onClick={() => void logout()}>
            Use another account
          </button>
        </span>
      )}
    </div>
  )
}
