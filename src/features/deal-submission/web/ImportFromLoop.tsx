import { Badge } from '../../../platform/ui/pieces.tsx'
import { money } from '../../../platform/web/money.ts'
import { shortDay } from '../../../platform/web/time/time.ts'
import { LoopImportModal } from '../../loops/web/pieces.tsx'
import { type ComparedValue, compareLoop } from './rules/loop.ts'
import classes from './Submission.module.css'
import type { SubmissionState } from './useSubmission.ts'

/** Chooses a loop and takes it over into the form, with what would change beside it. */
export function ImportFromLoop({ state, onClose }: { state: SubmissionState; onClose(): void }) {
  return (
    <LoopImportModal
      onClose={onClose}
      onImport={({ files, ...loop }) => {
        state.importLoop(loop, files)
        onClose()
      }}
      compare={loop => (
        <Compared
          values={compareLoop(state.values, loop, { money, day: day => shortDay(`${day}T12:00:00Z`, new Date()) })}
        />
      )}
    />
  )
}

function Compared({ values }: { values: readonly ComparedValue[] }) {
  return (
    <table className={classes.compared}>
      <thead>
        <tr>
          <td />
          <th scope="col">Form now</th>
          <th scope="col">From the loop</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ label, before, after, differs }) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td data-empty={before === '' || undefined}>{before || 'Empty'}</td>
            <td data-new={after !== before || undefined}>
              {after || 'Empty'} {differs && <Badge hue="amber">Differs</Badge>}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
