import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Automation } from '../../contract/records.ts'
import classes from './Notices.module.css'
import type { Workbench } from './useWorkbench.ts'

/** What stands in the way, above the flow: somebody else was faster, it was not saved, it stopped itself, something is missing. */
export function Notices({ automation, bench }: { automation: Automation | null; bench: Workbench }) {
  const { theirs, failure, settle } = bench
  return (
    <>
      {theirs && (
        <div className={classes.notice} role="alert">
          <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
          <span>Someone else changed this automation while you were editing. Choose what to keep.</span>
          <Button size="xs" variant="default" onClick={() => settle(false)}>
            Use theirs
          </Button>
          <Button size="xs" variant="default" onClick={() => settle(true)}>
            Go on with mine
          </Button>
        </div>
      )}
      {failure !== null && (
        <div className={classes.notice} data-failed="" role="alert">
          <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
          <span>Not saved. {failure}</span>
        </div>
      )}
      {automation?.stopped_itself && (
        <div className={classes.notice}>
          <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
          <span>It switched itself off. {automation.stopped_itself.text}</span>
        </div>
      )}
      {automation && automation.problems.length > 0 && !bench.isDirty && (
        <div className={classes.notice}>
          <IconAlertTriangle size={16} stroke={1.6} aria-hidden />
          <span>Before it can be switched on: {automation.problems.join(' ')}</span>
        </div>
      )}
    </>
  )
}
