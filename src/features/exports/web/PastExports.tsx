import { Button } from '@mantine/core'
import { undoable } from '../../../platform/web/calls/undoable.ts'
import type { LeadExport } from '../contract.ts'
import { cancelExport, downloadOrNotify, isAtWork } from './client.ts'
import classes from './Export.module.css'
import { progressText } from './rules/text.ts'

/** Exports that were begun earlier, with their files while those are there. */
export function PastExports({ exports }: { exports: readonly LeadExport[] }) {
  if (exports.length === 0) return null
  return (
    <section className={classes.past} aria-label="Earlier exports">
      <h3 className={classes.group}>Earlier exports</h3>
      <ul className={classes.list}>
        {exports.map(one => (
          <li key={one.id} className={classes.one}>
            <span className={classes.name}>{one.file_name}</span>
            <span className={classes.hint}>{progressText(one)}</span>
            {one.link && (
              <Button
                size="xs"
                variant="subtle"
                aria-label={`Download ${one.file_name}`}
                onClick={() => void downloadOrNotify(one.id)}
              >
                Download
              </Button>
            )}
            {isAtWork(one) && (
              <Button
                size="xs"
                variant="subtle"
                aria-label={`Cancel ${one.file_name}`}
                onClick={() => void undoable({ run: () => cancelExport(one.id), said: () => null })}
              >
                Cancel
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
