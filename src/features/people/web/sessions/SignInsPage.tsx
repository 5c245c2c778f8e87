import classes from '../admin/People.module.css'
import { SessionsPanel } from './SessionsPanel.tsx'

/** Where the person is signed in; everybody has this page. */
export function SignInsPage() {
  return (
    <>
      <h1 className={classes.title}>My sign-ins</h1>
      <SessionsPanel />
    </>
  )
}
