import { money } from '../../../platform/web/money.ts'
import { shortDay } from '../../../platform/web/time/time.ts'
import { ComparedValues, LoopImportModal } from '../../loops/web/pieces.tsx'
import { compareLoop } from './rules/loop.ts'
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
        <ComparedValues
          now="Form now"
          values={compareLoop(state.values, loop, { money, day: day => shortDay(`${day}T12:00:00Z`, new Date()) })}
        />
      )}
    />
  )
}
