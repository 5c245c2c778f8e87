import classes from './People.module.css'
import { TeamsPanel } from './TeamsPanel.tsx'

/** The team of the person, or all of them for administrators. */
export function TeamPage() {
  return (
    <>
      <h1 className={classes.title}>My Team</h1>
      <TeamsPanel />
    </>
  )
}
